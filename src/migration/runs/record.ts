import { hostname, userInfo } from 'node:os';
import type { BasePayload } from 'payload';
import { forgetTraces } from '../apply/index.ts';
import type { Id } from '../plan/index.ts';
import { type Capture, sha256Of } from '../source/index.ts';
import type { ImportReport } from './report.ts';

const collection = 'portal-import-runs';

/** So many imports can be read about, and taken back one after the other. Each keeps what it has changed. */
const KEPT = 100;

/** One import, as it is recorded. */
export interface Run {
  id: Id;
  began: string;
  folder: string;
  state: 'running' | 'finished' | 'undone';
  /** When the legacy system gave what was imported; null for folders that were saved by hand. */
  capturedAt?: string | null;
}

/** What an import is of. */
interface Imported {
  folder: string;
  capture: Capture;
  /** The digest of its plan. */
  plan: string;
}

/** The newest import in one of these states. */
export async function newestRun(payload: BasePayload, ...states: Run['state'][]): Promise<Run | undefined> {
  const where = { state: { in: states } };
  const found = { collection, where, sort: '-began', limit: 1, pagination: false } as const;
  return (await payload.db.find<Run>(found)).docs[0];
}

/** When the legacy system gave what was imported last, as far as that is known. */
export async function lastCapture(payload: BasePayload): Promise<string | undefined> {
  const where = { state: { equals: 'finished' }, capturedAt: { exists: true } };
  const found = { collection, where, sort: '-began', limit: 1, pagination: false } as const;
  return (await payload.db.find<Run>(found)).docs[0]?.capturedAt ?? undefined;
}

/** Records that an import begins. One that broke off goes on with it. */
export async function beginRun(
  payload: BasePayload,
  { folder, capture, plan }: Imported,
): Promise<Pick<Run, 'id'>> {
  const data = {
    state: 'running',
    operator: `${operator()}@${hostname()}`,
    folder,
    capturedAt: capture.capturedAt ?? null,
    captures: capture.responses.map(({ file, slices, body }) => ({
      file,
      count: slices.length,
      sha256: sha256Of(body),
    })),
    plan,
  };
  const before = await newestRun(payload, 'running', 'finished');
  if (before?.state !== 'running') {
    const began = new Date().toISOString();
    return payload.db.create({ collection, data: { ...data, began } });
  }
  await payload.db.updateOne({ collection, id: before.id, data, returning: false });
  return before;
}

/** Records that it has ended, and how, and forgets the oldest imports. */
export async function endRun(
  payload: BasePayload,
  { id }: Pick<Run, 'id'>,
  report: ImportReport,
): Promise<void> {
  const data = { state: 'finished', ended: new Date().toISOString(), outcome: outcomeOf(report) };
  await payload.db.updateOne({ collection, id, data, returning: false });
  const all = { sort: '-began', limit: 0, pagination: false, select: { began: true as const } };
  const { docs } = await payload.db.find<Run>({ collection, ...all });
  for (const older of docs.slice(KEPT)) {
    await forgetTraces(payload, older.id);
    await payload.db.deleteOne({ collection, where: { id: { equals: older.id } }, returning: false });
  }
}

/** Records that it was taken back. */
export async function endUndo(payload: BasePayload, { id }: Pick<Run, 'id'>): Promise<void> {
  const data = { state: 'undone', undoneAt: new Date().toISOString() };
  await payload.db.updateOne({ collection, id, data, returning: false });
}

function operator(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without a name, as in some containers.
    return String(process.getuid?.() ?? '');
  }
}

function outcomeOf({ lists, images, vanished }: ImportReport): Record<string, unknown>[] {
  const rows = Object.entries(lists).map(
    ([list, { created, updated, unchanged, kept, refused, embedded }]) => ({
      list,
      created: created + embedded.created,
      updated: updated + embedded.updated,
      unchanged: unchanged + embedded.unchanged,
      kept: kept + embedded.kept,
      refused: refused.length,
      withdrawn: vanished.filter((each) => each.list === list && each.isWithdrawn).length,
    }),
  );
  return images > 0 ? [...rows, { list: 'media', created: images }] : rows;
}

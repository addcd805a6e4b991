import type { BasePayload } from 'payload';
import { recordAction } from '../../audit/index.ts';
import { sha256Of } from '../../capture/manifest.ts';
import { operator } from '../../system/operator.ts';
import { keepRow } from '../apply/ledger.ts';
import type { Captured } from '../plan/captured.ts';
import type { Id } from '../plan/stored.ts';
import type { ImportBackup, ImportReport, LastingPart } from './report.ts';

const collection = 'portal-import-runs';

/** So many imports can be read about. */
const MAX_RUNS = 100;

/** One import, as it is recorded. */
export interface Run {
  id: Id;
  began: string;
  folder: string;
  state: 'running' | 'finished';
  backup?: ImportBackup | undefined;
  /** When the legacy system gave what was imported; null for folders that were saved by hand. */
  capturedAt?: string | null;
}

/** What an import is of. */
interface NewRun {
  folder: string;
  capture: Captured['capture'];
  /** The digest of its plan. */
  plan: string;
  backup: ImportBackup | undefined;
}

/** The newest import, if it broke off: the next one goes on with it. */
export async function interruptedRun(payload: BasePayload): Promise<Pick<Run, 'backup' | 'id'> | undefined> {
  const newest = { collection, sort: '-began', limit: 1, pagination: false } as const;
  const [run] = (await payload.db.find<Run & { archive?: string; restore?: string }>(newest)).docs;
  if (run?.state !== 'running') return undefined;
  const { id, archive: file, restore } = run;
  return { id, ...(file && restore && { backup: { file, restore } }) };
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
  { folder, capture, plan, backup }: NewRun,
): Promise<Pick<Run, 'backup' | 'id'>> {
  const data = {
    state: 'running',
    operator: operator(),
    folder,
    capturedAt: capture.capturedAt ?? null,
    captures: capture.responses.map(({ file, count, sha256 }) => ({ file, count, sha256 })),
    plan,
    archive: backup?.file ?? null,
    restore: backup?.restore ?? null,
  };
  const before = await interruptedRun(payload);
  if (before) {
    await payload.db.updateOne({ collection, id: before.id, data, returning: false });
    return { id: before.id, backup };
  }
  const began = new Date().toISOString();
  const { id } = await payload.db.create({ collection, data: { ...data, began } });
  return { id, backup };
}

/** Records that it has ended, and how, and forgets the oldest imports. */
export async function endRun(
  payload: BasePayload,
  { id }: Pick<Run, 'id'>,
  report: ImportReport,
): Promise<void> {
  await keepRow(payload, SAID, digestsOf(report));
  const outcome = outcomeOf(report);
  const data = { state: 'finished', ended: new Date().toISOString(), outcome };
  await payload.db.updateOne({ collection, id, data, returning: false });
  const total = (name: string) => outcome.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
  const note = ['created', 'updated', 'withdrawn'].map((name) => `${name}: ${total(name)}`).join(', ');
  await recordAction({ payload }, { action: 'imported', note, who: operator() });
  const all = { sort: '-began', limit: 0, pagination: false, select: { began: true as const } };
  const { docs } = await payload.db.find<Run>({ collection, ...all });
  for (const { id: older } of docs.slice(MAX_RUNS))
    await payload.db.deleteOne({ collection, where: { id: { equals: older } }, returning: false });
}

/** The row of `portal-imports` with digests of what the last import has said. */
const SAID = 'said';

/** Which parts of a report are as the last import has said them. */
export async function saidBefore(
  { db }: BasePayload,
  parts: Pick<ImportReport, LastingPart>,
): Promise<LastingPart[]> {
  const where = { key: { equals: SAID } };
  const row = await db.findOne<{ id: Id; fingerprint: string }>({ collection: 'portal-imports', where });
  const now = digestsOf(parts);
  const before: Partial<typeof now> = row ? JSON.parse(row.fingerprint) : {};
  return (['active', 'authors', 'hosts'] as const).filter((part) => before[part] === now[part]);
}

function digestsOf({ active, authors, hosts }: Pick<ImportReport, LastingPart>): Record<LastingPart, string> {
  // Without Payload's ids, which another database has others of.
  const texts = active.map(({ collection, apiId, field, what }) => ({ collection, apiId, field, what }));
  return { active: digestOf(texts), authors: digestOf(authors), hosts: digestOf(hosts) };
}

/** The order says nothing. */
function digestOf(rows: readonly object[]): string {
  const lines = rows.map((each) => JSON.stringify(each)).sort();
  return sha256Of(Buffer.from(lines.join()));
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

import { EventEmitter } from 'node:events';
import type { AfterErrorHook, Payload } from 'payload';
import { imageStore, mediaSlug } from '../../collections/access/imageFiles.ts';
import { lastImport } from '../../collections/ImportRuns.ts';
import { backupNotes } from '../database/backupNotes.ts';
import { failureOf } from '../database/databaseFailure.ts';
import { plannedFor } from '../index.ts';
import { isOverValues } from '../payload/rest.ts';
import { describeError } from '../system/logging/describeError.ts';
import type { CmsNotes } from './processes/control.ts';
import { isSave } from './saveRequests.ts';

const MINUTE = 60_000;
/** The files of images are compared with the database only every so many minutes. */
const MINUTES_PER_COUNT = 10;

const failures = new EventEmitter<{ failed: [reason: string] }>();

/**
 * Notes each save that the server could not make, with a short word for the reason. Saves that met each other are no fault of
 * the server. For `hooks.afterError` of the config.
 */
export const noteFailedSave: AfterErrorHook = ({ error, req }) => {
  if (!isSave(req.payload, req, (name) => req.headers.has(name))) return;
  const failure = failureOf(error, req.payload.db);
  if (failure === 'conflict') return;
  const status = (error as { status?: number }).status ?? 500;
  if (failure || (status >= 500 && !isOverValues(error))) failures.emit('failed', failure ?? 'other');
};

/** Tells what the cms knows of its content: failed saves at once, the rest once a minute. */
export function keepNotes(payload: Payload, tell: (notes: CmsNotes) => void): void {
  failures.on('failed', (reason) => tell({ saveFailed: { reason, at: new Date().toISOString() } }));
  let minutes = 0;
  async function look(): Promise<void> {
    const isCount = minutes % MINUTES_PER_COUNT === 0;
    minutes += 1;
    tell({
      planned: await countPlanned(payload),
      imported: await lastImport(payload),
      backups: await backupNotes(payload),
    });
    if (isCount) tell({ mediaMissing: await countMissing(payload) });
  }
  // The state of the database is said elsewhere.
  const lookAgain = () =>
    look().catch((error) => payload.logger.debug(`The notes are not up to date. ${describeError(error)}`));
  setInterval(lookAgain, MINUTE).unref();
  void lookAgain();
}

async function countPlanned(payload: Payload): Promise<{ due: number; failed: number }> {
  const planned = await plannedFor(payload);
  const now = new Date().toISOString();
  const failed = planned.filter(({ state }) => state === 'failed').length;
  const due = planned.filter(({ state, at }) => state !== 'failed' && at <= now).length;
  return { due, failed };
}

async function countMissing(payload: Payload): Promise<number> {
  const { docs } = await payload.db.find<{ filename?: string | null }>({
    collection: mediaSlug(payload),
    limit: 0,
    pagination: false,
    select: { filename: true },
  });
  if (docs.length === 0) return 0;
  const files = new Set(await imageStore(payload).list());
  return docs.filter(({ filename }) => filename && !files.has(filename)).length;
}

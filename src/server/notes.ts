import { EventEmitter } from 'node:events';
import type { AfterErrorHook, Payload } from 'payload';
import { filesOf, imageStore, type StoredFiles } from '../../collections/access/imageFiles.ts';
import { lastImport } from '../../collections/ImportRuns.ts';
import { MEDIA, slugOfKind } from '../../collections/portal/portal.ts';
import { backupNotes } from '../database/backupNotes.ts';
import { failureOf } from '../database/databaseFailure.ts';
import { plannedFor } from '../index.ts';
import { isOverValues } from '../payload/rest.ts';
import { describeError } from '../system/logging/describeError.ts';
import type { CmsNotes } from './processes/control.ts';

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
  const { docs } = await payload.db.find<StoredFiles>({
    collection: slugOfKind(payload, MEDIA),
    limit: 0,
    pagination: false,
    select: { filename: true, file_key: true },
  });
  if (docs.length === 0) return 0;
  const files = new Set(await imageStore(payload).list());
  return docs.flatMap(filesOf).filter(({ path }) => !files.has(path)).length;
}

const WRITING = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/** The last segments of requests that are sent like saves and save nothing: operations on accounts, and previews. */
const NO_SAVES = new Set([
  ...[
    'access',
    'forgot-password',
    'init',
    'login',
    'logout',
    'me',
    'refresh-token',
    'reset-password',
    'unlock',
  ],
  'preview',
]);

interface RestRequest {
  method?: string | undefined;
  url?: string | undefined;
}

/**
 * Whether a request to Payload's REST saves, restores, duplicates or deletes content. Of what is sent by a POST that stands for
 * a GET, `hasHeader` says so.
 */
export function isSave(
  payload: Pick<Payload, 'collections' | 'globals'>,
  { method = '', url = '' }: RestRequest,
  hasHeader: (name: string) => boolean,
): boolean {
  const isQuery = hasHeader('x-http-method-override') || hasHeader('x-payload-http-method-override');
  if (isQuery || !WRITING.has(method) || !URL.canParse(url, 'http://cms.invalid')) return false;
  const segments = new URL(url, 'http://cms.invalid').pathname.split('/').filter(Boolean);
  const [api, first, ...rest] = segments;
  if (api !== 'api' || NO_SAVES.has(segments.at(-1) ?? '')) return false;
  return isContent(payload, (first === 'globals' ? rest[0] : first) ?? '');
}

/** True for the collections and globals that editors write. */
function isContent(
  { collections, globals }: Pick<Payload, 'collections' | 'globals'>,
  slug: string,
): boolean {
  const isKnown = Object.hasOwn(collections, slug) || globals.config.some((each) => each.slug === slug);
  return isKnown && !slug.startsWith('payload-');
}

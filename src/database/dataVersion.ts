import { type BasePayload, ValidationError } from 'payload';
import { EnvironmentError } from '../system/settings/env.ts';
import { DATA_VERSION, STEPS } from './dataVersions.ts';

/** The collection of the version marks. A database has a mark for each data version that it had. */
export const MARKS = 'portal-counters';
/** The prefix of a mark's key. The release that introduced the version follows. */
export const MARK = 'data-version:';

interface Mark {
  key: string;
  value: number;
}

async function highestMark(db: BasePayload['db']): Promise<Mark | undefined> {
  const { docs } = await db.find<Mark>({
    collection: MARKS,
    limit: 1,
    pagination: false,
    sort: '-value',
    where: { key: { contains: MARK } },
  });
  return docs[0];
}

/** The highest data version that has used the database; 0 if none has left a mark. */
export async function dataVersionOf({ db }: Pick<BasePayload, 'db'>): Promise<number> {
  return (await highestMark(db))?.value ?? 0;
}

/** @throws EnvironmentError if a later release has written the database */
export async function refuseLaterVersion({ db }: Pick<BasePayload, 'db'>): Promise<void> {
  const mark = await highestMark(db);
  const later = mark && laterVersion(mark);
  if (later) throw new EnvironmentError(later);
}

/** Why a database with this mark cannot be used; undefined if it can. */
export function laterVersion({ key, value }: Pick<Mark, 'key' | 'value'>): string | undefined {
  if (value <= DATA_VERSION.number) return undefined;
  return (
    `The database has data version ${value}, and this release of payload-portal-content knows ${DATA_VERSION.number} at most. ` +
    `Use release ${key.slice(MARK.length)} or later, or restore a backup from before the update.`
  );
}

const NOT_MIGRATED =
  'The database lacks tables or columns of payload-portal-content. Create a migration and run it: "npx payload migrate:create portal", ' +
  'then "npx payload migrate".';

/** The words of SQLite and the codes of PostgreSQL for a table or column that is not there. */
const LACKING = /no such (?:table|column)|\b42(?:P01|703)\b/;

/** @throws EnvironmentError where the schema is older than the plugin, or else the error itself */
export function refuseOldSchema(error: unknown): never {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { message, code } = each as Error & { code?: unknown };
    if (LACKING.test(`${message} ${code}`)) throw new EnvironmentError(NOT_MIGRATED, { cause: error });
  }
  throw error;
}

/**
 * Brings the content of a database to this release's data version, and marks it.
 * @throws EnvironmentError if a later release has written it, or the host has not migrated it; nothing is written then
 */
export async function keepDataVersion(payload: BasePayload): Promise<void> {
  const { db } = payload;
  const { number, since } = DATA_VERSION;
  const { key = '', value: before = 0 } = (await highestMark(db).catch(refuseOldSchema)) ?? {};
  const later = laterVersion({ key, value: before });
  if (later) throw new EnvironmentError(later);
  if (before === number) return;
  // One without a mark is new.
  for (let next = before + 1; before > 0 && next <= number; next++) await STEPS[next]?.(payload);
  try {
    await db.create({ collection: MARKS, data: { key: `${MARK}${since}`, value: number }, returning: false });
  } catch (error) {
    // Another process has just written the mark.
    if (!(error instanceof ValidationError)) throw error;
  }
}

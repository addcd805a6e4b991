import { type BasePayload, ValidationError } from 'payload';
import { EnvironmentError } from '../system/settings/env.ts';
import { COUNTERS } from './counter.ts';
import { DATA_VERSION, STEPS } from './dataVersions.ts';

/**
 * The prefix of the key of a counter that marks the database, one for each data version that it had. The release that introduced the
 * version follows.
 */
export const MARK = 'data-version:';

interface Mark {
  key: string;
  value: number;
}

async function highestMark(db: BasePayload['db']): Promise<Mark | undefined> {
  const { docs } = await db.find<Mark>({
    collection: COUNTERS,
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

/** The same. @throws EnvironmentError if a later release has written the database */
export async function refuseLaterVersion({ db }: Pick<BasePayload, 'db'>): Promise<number> {
  const { key = '', value = 0 } = (await highestMark(db)) ?? {};
  const later = laterVersion({ key, value });
  if (later) throw new EnvironmentError(later);
  return value;
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
  const before = await refuseLaterVersion(payload).catch(refuseOldSchema);
  if (before === number) return;
  // One without a mark is new.
  for (let next = before + 1; before > 0 && next <= number; next++) await STEPS[next]?.(payload);
  try {
    await db.create({
      collection: COUNTERS,
      data: { key: `${MARK}${since}`, value: number },
      returning: false,
    });
  } catch (error) {
    // Another process has just written the mark.
    if (!(error instanceof ValidationError)) throw error;
  }
}

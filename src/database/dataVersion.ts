import { type BasePayload, ValidationError } from 'payload';
import { EnvironmentError } from '../system/settings/env.ts';

/** The collection of the version marks. A database has a mark for each data version that it had. */
export const MARKS = 'portal-counters';
/** The prefix of a mark's key. The release that introduced the version follows. */
export const MARK = 'data-version:';

/**
 * The version of the stored data, and the release that introduced it. Raise it once for a release with a migration, or with a change
 * that an older release cannot read or would undo, for example a new kind of node for kept HTML.
 */
export const DATA_VERSION = { number: 12, since: '0.2.0' };

interface Mark {
  id: number | string;
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

/**
 * Marks the database with this release's data version.
 * @param upgrade is called before the mark of an older version is raised, with that version
 * @throws EnvironmentError if a later release has written it; nothing is written then
 */
export async function keepDataVersion(
  { db }: BasePayload,
  upgrade?: (from: number) => Promise<void>,
): Promise<void> {
  const { id, key = '', value = 0 } = (await highestMark(db)) ?? {};
  const { number, since } = DATA_VERSION;
  const later = laterVersion({ key, value });
  if (later) throw new EnvironmentError(later);
  if (value === number) return;
  await upgrade?.(value);
  try {
    const write = {
      collection: MARKS,
      data: { key: `${MARK}${since}`, value: number },
      returning: false,
    } as const;
    if (id !== undefined && key === write.data.key) await db.updateOne({ ...write, id });
    else await db.create(write);
  } catch (error) {
    // Another process has just written the mark.
    if (!(error instanceof ValidationError)) throw error;
  }
}

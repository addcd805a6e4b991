import { type BasePayload, ValidationError } from 'payload';
import { EnvironmentError } from '../settings/env.ts';

/** The collection that holds the marks of data versions, one for each that a database has had. */
const MARKS = 'portal-counters';
/** What the key of a mark begins with; the release that brought the version follows. */
const MARK = 'data-version:';

/**
 * The shape in which this release stores things, and the release that brought it. Raise it with every migration, and with every
 * other change that an older release could not read, or would undo: kept HTML in nodes of its own is one.
 */
const DATA_VERSION = { number: 5, since: '0.2.0' };

/**
 * Marks an open database as one of this release.
 * @throws EnvironmentError if it is of a later one, which stores what this one does not know; nothing is written then
 */
export async function keepDataVersion({ db }: BasePayload): Promise<void> {
  const { docs } = await db.find<{ id: number | string; key: string; value: number }>({
    collection: MARKS,
    limit: 1,
    pagination: false,
    sort: '-value',
    where: { key: { contains: MARK } },
  });
  const { id, key = '', value = 0 } = docs[0] ?? {};
  const { number, since } = DATA_VERSION;
  if (value > number) {
    throw new EnvironmentError(
      `The database has data version ${value}, and this release of payload-portal-content knows ${number} at most. ` +
        `Use release ${key.slice(MARK.length)} or later, or restore a backup from before the update.`,
    );
  }
  if (value === number) return;
  try {
    const write = {
      collection: MARKS,
      data: { key: `${MARK}${since}`, value: number },
      returning: false,
    } as const;
    if (id !== undefined && key === write.data.key) await db.updateOne({ ...write, id });
    else await db.create(write);
  } catch (error) {
    // Another process that starts just now was first.
    if (!(error instanceof ValidationError)) throw error;
  }
}

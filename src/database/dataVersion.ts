import { type BasePayload, ValidationError } from 'payload';
import { EnvironmentError } from '../settings/env.ts';

/** The collection that holds the marks of data versions, one for each that a database has had. */
export const MARKS = 'portal-counters';
/** What the key of a mark begins with; the release that brought the version follows. */
export const MARK = 'data-version:';

/**
 * The shape in which this release stores things, and the release that brought it. Raise it with every migration, and with every
 * other change that an older release could not read, or would undo: 4 has kept HTML in nodes of its own.
 */
export const DATA_VERSION = { number: 4, since: '0.2.0' };

/** What a database says of its shape. */
export interface Mark {
  key: string;
  value: number;
}

/**
 * Refuses a database of a later release: this one does not know what it stores there, and would write over it.
 * @param mark the highest that the database has, if any
 * @throws EnvironmentError that names the release to use
 */
export function refuseNewer(mark: Mark | undefined): void {
  if (!mark || mark.value <= DATA_VERSION.number) return;
  throw new EnvironmentError(
    `The database has data version ${mark.value}, and this release of payload-portal-content knows ${DATA_VERSION.number} ` +
      `at most. Use release ${mark.key.slice(MARK.length)} or later, or restore a backup from before the update.`,
  );
}

/**
 * Marks an open database as one of this release.
 * @throws EnvironmentError if it is of a later one; nothing is written then
 */
export async function keepDataVersion({ db }: BasePayload): Promise<void> {
  const { docs } = await db.find<Mark & { id: number | string }>({
    collection: MARKS,
    limit: 1,
    pagination: false,
    sort: '-value',
    where: { key: { contains: MARK } },
  });
  const [mark] = docs;
  refuseNewer(mark);
  if (mark?.value === DATA_VERSION.number) return;
  const data = { key: `${MARK}${DATA_VERSION.since}`, value: DATA_VERSION.number };
  try {
    if (mark?.key === data.key)
      await db.updateOne({ collection: MARKS, id: mark.id, data, returning: false });
    else await db.create({ collection: MARKS, data, returning: false });
  } catch (error) {
    // Another process that starts just now was first.
    if (!(error instanceof ValidationError)) throw error;
  }
}

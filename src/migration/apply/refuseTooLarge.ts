import type { BasePayload } from 'payload';

/** What MongoDB stores of one document at most, in bytes of BSON. */
const MOST = 16 * 2 ** 20;

/** The adapter of MongoDB, as far as it tells the size of documents. */
interface Mongoose {
  connection: { base: { mongo: { BSON: { calculateObjectSize(value: object): number } } } };
}

/**
 * Payload makes several copies of a document before the database refuses it: of one that is too large, gigabytes.
 * @param values what is to be stored, or a part of it
 * @throws Error in plain words
 */
export function refuseTooLarge({ db }: BasePayload, values: object): void {
  if (db.name !== 'mongoose') return;
  const { BSON } = (db as unknown as Mongoose).connection.base.mongo;
  const size = BSON.calculateObjectSize(values);
  if (size > MOST) throw new Error(tooLarge(`${(size / 2 ** 20).toFixed(1)} MB, more`));
}

/** The same, where the database has said so; undefined for other errors. */
export function sizeProblem(error: Error): string | undefined {
  const says =
    /"offset" is out of range|BSONObj|object to insert too large|larger than the maximum|larger than 16777216/;
  return says.test(error.message) ? tooLarge('more') : undefined;
}

const tooLarge = (size: string) =>
  `it has ${size} than the 16 MB that MongoDB takes of one document (a text counts three times: as imported, as served, and for the editor)`;

import {
  type BasePayload,
  type CollectionSlug,
  type FlattenedField,
  NotFound,
  ValidationError,
} from 'payload';
import { slugOfKind } from '../../../collections/portal/portal.ts';
import { fieldsWithRole, roleOf } from '../../../collections/portal/roles.ts';
import { importing } from '../../../collections/save/saveContext.ts';
import type { NewDocument } from '../../../endpoints/lists/index.ts';
import { htmlToLexical } from '../../rich-text/index.ts';
import type { Write } from '../plan/planImport.ts';
import { type Id, PLACE } from '../plan/stored.ts';
import { asImport, fieldsOf, forgetVersions } from './collections.ts';
import { stampNow } from './readStored.ts';
import { withRetry } from './retry.ts';

/** What became of a write. Open: something is not as the plan found it. */
export type Written = { id: Id } | { refused: string } | { open: true };

/**
 * Writes and publishes a document as a whole, with the hidden values that its source brings.
 * @param ids Payload's ids, by plan id
 * @param refused what has not been written, by plan id
 */
export async function writeDocument(
  payload: BasePayload,
  write: Write,
  ids: ReadonlyMap<string, Id>,
  refused: ReadonlyMap<string, string>,
): Promise<Written> {
  if (write.needs.some((each) => !ids.has(each) || refused.has(each))) return { open: true };
  try {
    return await written(payload, write, ids);
  } catch (error) {
    // One document that cannot be stored (too large, say) must not keep the others from coming in.
    if (!(await answers(payload))) throw error;
    return { refused: notStored(error) };
  }
}

/** Shorter documents, in characters, are not converted to see their size: that takes time, and they do not become too large. */
const MIN_CHECKED = 100_000;

/** Why a document is going to be refused, as far as its size says so; undefined if it does not. */
export function sizeRefusal(payload: BasePayload, write: Write): string | undefined {
  if (payload.db.name !== 'mongoose') return undefined;
  if (JSON.stringify(write.document).length < MIN_CHECKED) return undefined;
  try {
    storableData(payload, write, new Map());
    return undefined;
  } catch (error) {
    return notStored(error);
  }
}

const notStored = (error: unknown) => `could not be stored: ${reasonOf(error)}`;

async function written(payload: BasePayload, write: Write, ids: ReadonlyMap<string, Id>): Promise<Written> {
  const { key, element, document, stored, shape, listed } = write;
  const collection = slugOfKind(payload, element.kind);
  if (stored?.id !== undefined && !(await withRetry(payload, () => isAsPlanned(payload, write))))
    return { open: true };
  const data = {
    ...storableData(payload, write, ids),
    ...(shape.hasListed && { listed }),
    ...(stored?.trashed && { deletedAt: null }),
    ...(shape.hasDrafts && { _status: 'published' }),
  } as never;
  const source = { ...document, source_key: key };
  let id = stored?.id ?? ids.get(element.id);
  try {
    return await withRetry(payload, async (isRepeated) => {
      if (isRepeated && (stored?.id === undefined || write.rule === 'begun'))
        id = await begunDocument(payload, collection, key);
      const options = {
        collection,
        data,
        context: importing(collection, id, source),
        ...asImport(payload.config),
      };
      if (id === undefined) return { id: (await payload.create(options)).id };
      // One that an editor has put into the trash stays there, unless the data say otherwise.
      await payload.update({ id, overrideLock: true, trash: true, ...options });
      return { id };
    });
  } catch (error) {
    // An editor has deleted it meanwhile.
    if (stored?.id !== undefined && error instanceof NotFound) return { open: true };
    throw error;
  }
}

/** @throws Error in plain words where MongoDB does not store as much */
function storableData(
  payload: BasePayload,
  { element, document }: Write,
  ids: ReadonlyMap<string, Id>,
): Data {
  const fields = fieldsOf(payload, element.kind);
  // As served, and as imported.
  const texts = fieldsWithRole(fields, 'html').flatMap(({ name }) => [document[name], document[name]]);
  refuseTooLarge(payload, texts);
  const said = documentData(document, fields, (each) => ids.get(each));
  refuseTooLarge(payload, { ...said, texts });
  return said;
}

/** Whether nobody has saved a document since the plan was made. What was only begun loses its versions. */
async function isAsPlanned(payload: BasePayload, { element, stored, rule }: Write): Promise<boolean> {
  const { id = '', content } = stored ?? {};
  if (rule !== 'begun') return !content || (await stampNow(payload, element.kind, id)) === content.stamp;
  await forgetVersions(payload, slugOfKind(payload, element.kind), id);
  return true;
}

/** What an attempt has left that failed: the document, whose versions are removed. */
export async function begunDocument(
  payload: BasePayload,
  collection: CollectionSlug,
  key: string,
): Promise<Id | undefined> {
  const where = { source_key: { equals: key } };
  const found = await payload.db.findOne<{ id: Id }>({ collection, where, select: {} });
  if (found) await forgetVersions(payload, collection, found.id);
  return found?.id;
}

/** Whether the database is there. */
export function answers({ db }: BasePayload): Promise<boolean> {
  return db.count({ collection: 'portal-imports', where: {} }).then(
    () => true,
    () => false,
  );
}

/** Why Payload has refused something, in a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof ValidationError)) return sizeProblem(error) ?? error.message;
  return error.data.errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
}

/** What MongoDB stores of one document at most, in bytes of BSON. */
const MAX_DOCUMENT_BYTES = 16 * 2 ** 20;

/** The adapter of MongoDB, as far as it tells the size of documents. */
interface Mongoose {
  connection: { base: { mongo: { BSON: { calculateObjectSize(value: object): number } } } };
}

/**
 * Payload makes several copies of a document before the database refuses it: of one that is too large, gigabytes.
 * @param values what is to be stored, or a part of it
 * @throws Error in plain words
 */
function refuseTooLarge({ db }: BasePayload, values: object): void {
  if (db.name !== 'mongoose') return;
  const { BSON } = (db as unknown as Mongoose).connection.base.mongo;
  const size = BSON.calculateObjectSize(values);
  if (size > MAX_DOCUMENT_BYTES) throw new Error(tooLarge(`${(size / 2 ** 20).toFixed(1)} MB, more`));
}

/** The same, where the database has said so; undefined for other errors. */
function sizeProblem(error: Error): string | undefined {
  const says =
    /"offset" is out of range|BSONObj|object to insert too large|larger than the maximum|larger than 16777216/;
  return says.test(error.message) ? tooLarge('more') : undefined;
}

const tooLarge = (size: string) =>
  `it has ${size} than the 16 MB that MongoDB takes of one document (a text counts three times: as imported, as served, and for the editor)`;

/** What a planned reference stands for: a Payload id, or nothing that is there. */
type Resolve<T> = (planId: string) => T | undefined;

type Data = Record<string, unknown>;

/**
 * What a document says, as an editor would type it into Payload: rich texts as editor states, references by Payload's ids.
 * What no editor types follows from the document itself (`storedValues` of collections/values).
 */
export function documentData(
  document: NewDocument,
  fields: FlattenedField[],
  resolve: Resolve<number | string>,
): Data {
  const data: Data = {};
  for (const field of fields) {
    const { name } = field;
    const value = document[name];
    if (value === undefined || PLACE.has(name)) continue;
    const { role } = roleOf(field) ?? {};
    if ('relationTo' in field) data[name] = references(value, resolve);
    else if (role === 'html') data[name] = value ? htmlToLexical(String(value)) : null;
    else data[name] = value;
  }
  return data;
}

function references(value: unknown, resolve: Resolve<number | string>): unknown {
  if (Array.isArray(value)) return value.flatMap((each) => resolve(String(each)) ?? []);
  return value === null ? null : (resolve(String(value)) ?? null);
}

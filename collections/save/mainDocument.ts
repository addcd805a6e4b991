import type { PayloadRequest } from 'payload';
import type { RawDocument } from '../portal/RawDocument.ts';
import { noteOf } from './note.ts';

type Id = number | string;
type Found = RawDocument | undefined;

/**
 * Reads the main document (what is published, or was last) behind a save, as it stands before the save. It is noted for
 * the validators that follow. The newest version, which Payload hands to hooks, may be a draft.
 */
export async function readMainDocument(req: PayloadRequest, collection: string, id: Id): Promise<Found> {
  const found = await req.payload.db.findOne<RawDocument>({ collection, req, where: { id: { equals: id } } });
  const document = found ?? undefined;
  noteOf(req, collection, id).main = { document };
  return document;
}

/** What a validator is told of the value that it judges. */
export interface Validated {
  collectionSlug?: string;
  data: object;
  /** A form asks while it is filled in, once a save of it was refused; a save asks as it is submitted. */
  event?: 'onChange' | 'submit';
  /** Undefined for a new document. */
  id?: Id;
  /** Of the field. */
  name: string;
  /** A form does not say it. */
  path?: (number | string)[];
  req: PayloadRequest;
}

/** The main document behind what is judged: the noted one, or the one of now where there is no save, as in a form. */
export async function mainDocument({
  collectionSlug,
  id,
  req,
}: Pick<Validated, 'collectionSlug' | 'id' | 'req'>): Promise<Found> {
  if (collectionSlug === undefined || id === undefined) return undefined;
  const { main } = noteOf(req, collectionSlug, id);
  return main ? main.document : readMainDocument(req, collectionSlug, id);
}

/**
 * Whether `value` stands there in the imported main document (in any row, for a field of an array). A version that is restored
 * may be from before somebody edited it.
 */
export async function isImportedValue(validated: Validated, value: unknown): Promise<boolean> {
  const main = await mainDocument(validated);
  if (!main?.source_key) return false;
  if (validated.req.context.isRestoringVersion) return true;
  return storedValues(main, validated).some((stored) => (stored ?? null) === (value ?? null));
}

/** What a document has where a value stands, in any of its rows for one of a row. */
function storedValues(main: RawDocument, { name, path }: Validated): unknown[] {
  const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : []);
  if (!path) return [main, ...Object.values(main).flatMap(rowsOf)].map((place) => place?.[name]);
  const [field, row, inner] = path;
  const stored = main[String(field)];
  return row === undefined ? [stored] : rowsOf(stored).map((each) => each[String(inner)]);
}

import type { PayloadRequest } from 'payload';
import type { RawDocument } from '../portal/portal.ts';
import { saveContextOf } from './saveContext.ts';

type Id = number | string;

/**
 * Reads the main document (published now or last) before the save, and notes it for the validators. The newest version, which
 * Payload passes to hooks, may be a draft.
 */
export async function readMainDocument(
  req: PayloadRequest,
  collection: string,
  id: Id,
): Promise<RawDocument | undefined> {
  const found = await req.payload.db.findOne<RawDocument>({ collection, req, where: { id: { equals: id } } });
  const document = found ?? undefined;
  saveContextOf(req, collection, id).main = { document };
  return document;
}

export interface FieldValidation {
  collectionSlug?: string;
  data: object;
  /** 'onChange' in a form after a refused save, 'submit' in a save. */
  event?: 'onChange' | 'submit';
  /** Undefined for a new document. */
  id?: Id;
  /** The name of the field. */
  name: string;
  /** Missing in a form. */
  path?: (number | string)[];
  req: PayloadRequest;
}

/** The main document of a validated value: the noted one, or the current one if there is no save, as in a form. */
export async function mainDocument({
  collectionSlug,
  id,
  req,
}: Pick<FieldValidation, 'collectionSlug' | 'id' | 'req'>): Promise<RawDocument | undefined> {
  if (collectionSlug === undefined || id === undefined) return undefined;
  const { main } = saveContextOf(req, collectionSlug, id);
  return main ? main.document : readMainDocument(req, collectionSlug, id);
}

/**
 * True if the imported main document has this value in the field, or for a field of an array in any row. Values of a restored
 * version are accepted too, since they may be older than the first edit.
 */
export async function isImportedValue(validated: FieldValidation, value: unknown): Promise<boolean> {
  const main = await mainDocument(validated);
  if (!main?.source_key) return false;
  if (validated.req.context.isRestoringVersion) return true;
  return storedValues(main, validated).some((stored) => (stored ?? null) === (value ?? null));
}

/** The stored values of a field, from all rows if it belongs to an array. */
function storedValues(main: RawDocument, { name, path }: FieldValidation): unknown[] {
  const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : []);
  if (!path) return [main, ...Object.values(main).flatMap(rowsOf)].map((place) => place?.[name]);
  const [field, row, inner] = path;
  const stored = main[String(field)];
  return row === undefined ? [stored] : rowsOf(stored).map((each) => each[String(inner)]);
}

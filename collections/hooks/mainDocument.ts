import type { PayloadRequest } from 'payload';

/** A document as the database layer gives it: hidden values included, relationships as ids. */
export type RawDocument = Record<string, unknown> & { id: number | string };

type Id = number | string;

const CONTEXT_KEY = 'portalMainDocuments';

// A bulk edit saves many documents at once with one request, and a host's hook may save others: one entry for each.
function remembered(req: PayloadRequest): Map<string, RawDocument | undefined> {
  req.context[CONTEXT_KEY] ??= new Map<string, RawDocument | undefined>();
  return req.context[CONTEXT_KEY] as Map<string, RawDocument | undefined>;
}

/**
 * Reads the main document (what is published, or was last) behind a save, as it stands before the save, for the
 * hooks and validations that follow. The newest version, which Payload hands to hooks, may be a draft.
 */
export async function readMainDocument(
  req: PayloadRequest,
  collection: string,
  id: Id,
): Promise<RawDocument | undefined> {
  const found = await req.payload.db.findOne<RawDocument>({ collection, req, where: { id: { equals: id } } });
  remembered(req).set(`${collection} ${id}`, found ?? undefined);
  return found ?? undefined;
}

/** The main document as it stood at the start of this request's save; read now where there is none, as for a form. */
export async function mainDocument(
  req: PayloadRequest,
  collection: string | undefined,
  id: Id | undefined,
): Promise<RawDocument | undefined> {
  if (collection === undefined || id === undefined) return undefined;
  const key = `${collection} ${id}`;
  return remembered(req).has(key) ? remembered(req).get(key) : readMainDocument(req, collection, id);
}

/** A value of a document that is being saved, or shown in a form. */
interface Place {
  collection: string | undefined;
  /** Undefined for a new document. */
  id: Id | undefined;
  path: (number | string)[];
}

/** Whether `value` stands there in the imported main document (in any row, for a field of an array). */
export async function isImportedValue(
  req: PayloadRequest,
  { collection, id, path }: Place,
  value: unknown,
): Promise<boolean> {
  const main = await mainDocument(req, collection, id);
  if (!main?.source_key) return false;
  const [field, row, inner] = path;
  const stored = main[String(field)];
  if (row === undefined) return (stored ?? null) === (value ?? null);
  return Array.isArray(stored) && stored.some((each) => (each[String(inner)] ?? null) === (value ?? null));
}

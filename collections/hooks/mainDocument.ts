import type { PayloadRequest } from 'payload';

/** A document as the database layer gives it: hidden values included, relationships as ids. */
export type RawDocument = Record<string, unknown> & { id: number | string };

const CONTEXT_KEY = 'portalMainDocuments';

// A bulk edit saves many documents at once with one request, so the context holds one entry for each.
function remembered(req: PayloadRequest): Map<string, RawDocument> {
  req.context[CONTEXT_KEY] ??= new Map<string, RawDocument>();
  return req.context[CONTEXT_KEY] as Map<string, RawDocument>;
}

/**
 * Reads the main document (what is published, or was last) behind a save, as it stands before the save, for the
 * hooks and validations that follow. The newest version, which Payload hands to hooks, may be a draft.
 */
export async function readMainDocument(req: PayloadRequest, collection: string, id: number | string) {
  const found = await req.payload.db.findOne<RawDocument>({ collection, req, where: { id: { equals: id } } });
  if (found) remembered(req).set(String(id), found);
  return found ?? undefined;
}

/** The main document that was read at the start of this save; `undefined` for a new document. */
export function mainDocument(req: PayloadRequest, id: number | string | undefined): RawDocument | undefined {
  return id === undefined ? undefined : remembered(req).get(String(id));
}

/** Whether `value` stands at `path` in the imported main document (in any row, for a field of an array). */
export function isImportedValue(
  req: PayloadRequest,
  id: number | string | undefined,
  path: (number | string)[],
  value: unknown,
): boolean {
  const main = mainDocument(req, id);
  if (!main?.source_key) return false;
  const [field, row, inner] = path;
  const stored = main[String(field)];
  if (row === undefined) return (stored ?? null) === (value ?? null);
  return Array.isArray(stored) && stored.some((each) => (each[String(inner)] ?? null) === (value ?? null));
}

import type { PayloadRequest } from 'payload';

type Id = number | string | undefined;
type Data = Record<string, unknown>;

const KEY = 'portalImport';

/**
 * The context in which an import writes a document (a new one has no id). No client can pass one.
 * @param source what the source says, by field
 */
export function importContext(collection: string, id: Id, source: Data): Record<string, unknown> {
  return { [KEY]: { collection, id, source } };
}

/** What an import brings for a document; undefined where none is writing it. */
export function importedSource(
  req: PayloadRequest,
  collection: string | undefined,
  id: Id,
): Data | undefined {
  const written = req.context[KEY] as { collection: string; id: Id; source: Data } | undefined;
  if (written?.collection !== collection || String(written?.id) !== String(id)) return undefined;
  return written?.source;
}

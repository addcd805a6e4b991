import { MissingReference } from './errors.ts';
import { type KeptJson, keptOf, toJson } from './json.ts';
import { isWebAddress } from './texts.ts';
import type { Embed, EncodeContext, Kind, StoredDocument } from './types.ts';

/** The document that a field refers to. @throws MissingReference */
export function required(context: EncodeContext, kind: Kind, id: unknown, field: string): StoredDocument {
  if (typeof id !== 'string') throw new MissingReference(kind, null, field);
  const document = context.find(kind, id);
  if (!document) throw new MissingReference(kind, id, field);
  return document;
}

/**
 * What an image key shows: the kept value if there is one, else the address of the media document, else null.
 * @param size the size whose address is wanted; an image that has none of it gives its own
 */
export function imageOf(
  document: StoredDocument,
  key: string,
  context: EncodeContext,
  size: string | undefined,
): string | KeptJson | null {
  const kept = keptOf(document[`${key}_kept`]);
  const id = document[key] ?? null;
  if (kept !== null || id === null) return kept;
  const { url: whole, sizes } = required(context, 'media', id, key);
  const url = (size !== undefined && (sizes as Record<string, unknown> | undefined)?.[size]) || whole;
  if (typeof url !== 'string') throw new MissingReference('media', String(id), key);
  return url;
}

/** The two document fields of an image key. An address becomes a document of its own, anything else is kept as it came. */
export function imageFields(key: string, value: unknown, embed: Embed): Record<string, string | null> {
  const isAddress = typeof value === 'string' && isWebAddress(value);
  const image = isAddress ? embed('media', { api_id: 0, position: null, url: value }) : null;
  const kept = value === null || image !== null ? null : toJson(value);
  return { [key]: image, [`${key}_kept`]: kept };
}

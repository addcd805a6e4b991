import { MissingReference } from './errors.ts';
import { type KeptJson, keptOf, toJson } from './json.ts';
import { isWebAddress } from './texts.ts';
import type { Embed, EncodeContext, Kind, StoredDocument } from './types.ts';

/** The key in `custom` of a Payload config at which the plugin leaves its resolved options. */
export const PORTAL = 'portalContent';

/** The kind of images. It has a collection but no list. */
export const MEDIA: Kind = 'media';

/** The document of a required reference. @throws MissingReference */
export function required(context: EncodeContext, kind: Kind, id: unknown, field: string): StoredDocument {
  if (typeof id !== 'string') throw new MissingReference(kind, null, field);
  const document = context.find(kind, id);
  if (!document) throw new MissingReference(kind, id, field);
  return document;
}

/**
 * The value of an image key: the kept value if there is one, otherwise the address of the image, or null.
 * @param size the wanted size; an image without that size gives its original
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
  const { url: whole, sizes } = required(context, MEDIA, id, key);
  const url = (size !== undefined && (sizes as Record<string, unknown> | undefined)?.[size]) || whole;
  if (typeof url !== 'string') throw new MissingReference(MEDIA, String(id), key);
  return url;
}

/** The two document fields of an image key. An address becomes an image document; any other value is kept unchanged. */
export function imageFields(key: string, value: unknown, embed: Embed): Record<string, string | null> {
  const isAddress = typeof value === 'string' && isWebAddress(value);
  const image = isAddress ? embed(MEDIA, { api_id: 0, position: null, url: value }) : null;
  const kept = value === null || image !== null ? null : toJson(value);
  return { [key]: image, [`${key}_kept`]: kept };
}

/**
 * RFC 9110, 8.8.3: `entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE`, with the comma or the end that follows it; or none, since
 * empty elements of a list are ignored (5.6.1.2). No two parts can take the same spaces, so that it stays linear.
 */
const ENTITY_TAG = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

/**
 * Whether an `If-None-Match` names this strong tag (RFC 9110, 13.1.2): `*`, or a list with a tag that is the same in the
 * weak comparison (8.8.3.2). A header that is neither asks for nothing.
 */
export function noneMatchHas(header: string | string[] | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === tag) return true;
  const value = typeof header === 'string' ? header : header.join(',');
  if (!value.includes(tag)) return value.trim() === '*';
  let found = false;
  ENTITY_TAG.lastIndex = 0;
  while (ENTITY_TAG.lastIndex < value.length) {
    const match = ENTITY_TAG.exec(value);
    if (!match) return false;
    if (match[1] === tag) found = true;
  }
  return found;
}

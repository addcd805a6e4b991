/** True if all databases keep the text unchanged: well-formed UTF-16 without U+0000. */
export function isStorable(value: string): boolean {
  return isWellFormed(value) && !value.includes('\0');
}

export function isWellFormed(value: string): boolean {
  return !/\p{Surrogate}/u.test(value);
}

/**
 * The strictness of a check. `begun`: it begins like a web address. `kept`: it is a valid URL that all databases can store.
 * `typed`: also without spaces, for editors; imported addresses may have them.
 */
export type AddressForm = 'begun' | 'kept' | 'typed';

const BEGINNING = /^https?:\/\//i;
const TYPED = /^https?:\/\/[^\s/]\S*$/i;

/** True for an absolute web address. */
export function isWebAddress(value: string, form: AddressForm = 'kept'): boolean {
  if (form === 'begun') return BEGINNING.test(value);
  if (form === 'typed') return TYPED.test(value) && URL.canParse(value);
  return BEGINNING.test(value) && URL.canParse(value) && isStorable(value);
}

/** True for the host of a URL without characters that say something in a header: browsers take `;`, `,`, `*` and quotes. */
export function isPlainHost(host: string): boolean {
  return /^[\w.:[\]-]+$/.test(host);
}

/** HTML without what stands between `<` and `>`. A `<` that nothing ends is kept. */
export function withoutTags(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  return html.slice(0, end).replace(/<[^>]*(?:>|$)/g, '') + html.slice(end);
}

/** A percent-encoded text as it reads; what is not encoded as UTF-8 stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Where two texts, or bodies, differ first; the length of the one that begins the other. */
export function firstDifference(one: ArrayLike<unknown>, other: ArrayLike<unknown>): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** Text that every database keeps as it is: well-formed UTF-16 without U+0000. */
export function isStorable(value: string): boolean {
  return isWellFormed(value) && !value.includes('\0');
}

export function isWellFormed(value: string): boolean {
  return !/\p{Surrogate}/u.test(value);
}

/**
 * How strictly an address is looked at. `begun`: it begins like one of the web. `kept`: it can be opened, and every database
 * keeps it. `typed`: as an editor has to write it, without spaces; what is imported may be written in other ways.
 */
export type AddressForm = 'begun' | 'kept' | 'typed';

const BEGINNING = /^https?:\/\//i;
const TYPED = /^https?:\/\/[^\s/]\S*$/i;

/** An absolute address of the web. */
export function isWebAddress(value: string, form: AddressForm = 'kept'): boolean {
  if (form === 'begun') return BEGINNING.test(value);
  if (form === 'typed') return TYPED.test(value) && URL.canParse(value);
  return BEGINNING.test(value) && URL.canParse(value) && isStorable(value);
}

import type { ItemPlace, Numbering, NumberType } from './content.ts';
import {
  attribute,
  childrenNamed,
  type Element,
  isElement,
  type Node,
  stylesOf,
  tagOf,
  textOf,
  textsIn,
} from './dom.ts';

/** What stands in a list of HTML, each with the item that it is in: what is in none itself is an item, too. */
export function placesIn(list: Element, level: number): [Node, ItemPlace][] {
  const type = typeOf(list);
  const numbers = numbersOf(list);
  const placeOf = (number: number | undefined): ItemPlace => {
    if (type === 'greek') return { list, level, readings: [], words: LETTERS[(number ?? 0) - 1] };
    return { list, level, readings: type === undefined ? [] : [{ type, number }] };
  };
  let loose: ItemPlace | undefined;
  return list.childNodes.map((node) => {
    const number = isElement(node) ? numbers.get(node) : undefined;
    if (number === undefined || !isElement(node)) {
      loose ??= placeOf(undefined);
      return [node, loose];
    }
    loose = undefined;
    // Word for the web makes a list of each item, which says where it is.
    const id = attribute(node, 'data-listid');
    const said = { list: `web ${id}`, level: Number(attribute(node, 'data-aria-level') ?? 1) };
    return [node, { ...placeOf(number), ...(id !== undefined && said) }];
  });
}

/** The numbers that the items of a list show. */
function numbersOf(list: Element): Map<Element, number> {
  const items = childrenNamed(list, 'li');
  const isReversed = attribute(list, 'reversed') !== undefined;
  let next = integerIn(list, 'start') ?? (isReversed ? items.length : 1);
  return new Map(
    items.map((item) => {
      const number = integerIn(item, 'value') ?? next;
      next = number + (isReversed ? -1 : 1);
      return [item, number];
    }),
  );
}

function integerIn(element: Element, name: string): number | undefined {
  const written = attribute(element, name)?.trim() ?? '';
  return /^-?\d{1,9}$/.test(written) ? Number(written) : undefined;
}

/** HTML cannot number by Greek letters: they are words. */
const LETTERS = [...'αβγδεζηθικλμνξοπρστυφχψω'].map((letter) => `${letter}. `);

const STYLE = /\b(?:disc|circle|square|decimal|(?:lower|upper)-(?:alpha|latin|roman|greek))\b/;

/** How a list numbers its items; undefined for bullets. What shows no marker of itself is what its name says. */
function typeOf(list: Element): NumberType | 'greek' | undefined {
  const styleIn = (element: Element | undefined) => {
    const styles = element && stylesOf(element);
    return STYLE.exec(styles?.get('list-style-type') ?? styles?.get('list-style') ?? '')?.[0];
  };
  // Google Docs says it of each item alone.
  const style = styleIn(list) ?? styleIn(childrenNamed(list, 'li')[0]);
  if (style === undefined && list.tagName === 'ol')
    return (['a', 'A', 'i', 'I'] as const).find((type) => type === attribute(list, 'type')?.trim()) ?? '';
  const [size, kind] = style?.split('-') ?? [];
  if (size === 'decimal') return '';
  if (kind === undefined) return undefined;
  if (kind === 'greek') return 'greek';
  if (kind === 'roman') return size === 'upper' ? 'I' : 'i';
  return size === 'upper' ? 'A' : 'a';
}

/** True for a heading that is all that an item says, apart from lists in it: the number is the heading's. */
export function isNumberedHeading(element: Element, { readings, words }: ItemPlace): boolean {
  const item = element.parentNode;
  if (!/^h\d/.test(tagOf(element) ?? '') || (readings.length === 0 && words === undefined)) return false;
  if (!item || !isElement(item) || item.tagName !== 'li') return false;
  return item.childNodes.every(
    (node) =>
      node === element ||
      (isElement(node) ? /^[ou]l$/.test(node.tagName) : !('value' in node) || node.value.trim() === ''),
  );
}

/** The number of an item as words; '' for a bullet. */
export function numberOf({ words, readings: [first] }: ItemPlace): string {
  if (words !== undefined || first?.number === undefined) return words ?? '';
  const { type, number } = first;
  const letters = type.toLowerCase() === 'i' ? ROMAN : LATIN;
  const small = (type && letters[number - 1]) || `${number}`;
  return `${type === type.toLowerCase() ? small : small.toUpperCase()}. `;
}

/** The item that a paragraph of Word or PowerPoint is; undefined for an ordinary one. */
export function itemOf(element: Element): ItemPlace | undefined {
  const slide = /^o(\d?)$/.exec(attribute(element, 'class')?.toLowerCase().trim() ?? '');
  if (element.tagName !== 'p' && !slide) return undefined;
  if (/^msolistparagraph/.test(attribute(element, 'class')?.toLowerCase() ?? '')) {
    const place = itemOfWebKit(element);
    if (place) return place;
  }
  const marker = markerIn(element);
  const [, list, level] = /^l(\d+)\s+level(\d)/.exec(stylesOf(element).get('mso-list') ?? '') ?? [];
  if (list === undefined && (!marker || isIgnored(marker))) return undefined;
  const readings = marker ? readingsOf(textOf(marker)) : [];
  if (!readings) return undefined;
  if (list !== undefined) return { list: `word ${list}`, level: Number(level), readings };
  return { list: 'slide', level: Number(slide?.[1] ?? 0) + 1, readings };
}

/** What Safari leaves of a marker of Word: it stands in the words, with no-break spaces behind it. */
const LEFT_MARKER = /^\s*(\S(?:[^\u00a0]{0,18}\S)?)(?=[ \n\u00a0]*\u00a0)[ \n\u00a0]{2,}/u;

/** The item that Safari leaves of one of Word, whose marker is taken out of its words. */
function itemOfWebKit(element: Element): ItemPlace | undefined {
  const styles = stylesOf(element);
  const texts = textsIn(element);
  const [whole = '', marker = ''] = LEFT_MARKER.exec(texts.map(({ value }) => value).join('')) ?? [];
  const readings = marker === '' || styles.has('mso-list') ? undefined : readingsOf(marker);
  // A letter is the first word, unless it is Word's hollow bullet.
  if (!readings || (readings.length === 0 && /[\p{L}\p{N}]/u.test(marker) && marker !== 'o'))
    return undefined;
  let left = whole.length;
  for (const text of texts) {
    const { length } = text.value;
    text.value = text.value.slice(left);
    left = Math.max(0, left - length);
  }
  const [, size, unit = ''] =
    /(?:^|\s)(-?[\d.]+)(pt|px|cm|in)$/.exec(styles.get('margin-left') ?? styles.get('margin') ?? '') ?? [];
  const level = Math.round(Number(size ?? 0) / (INDENTS[unit] ?? 1));
  return { list: 'word', level: Math.min(Math.max(1, level), 9), readings };
}

/** By how much Word indents each level. */
const INDENTS: Readonly<Record<string, number>> = { pt: 36, px: 48, cm: 1.27, in: 0.5 };

/** The bullet or number that Word or PowerPoint writes into a paragraph, before its text. */
function markerIn(element: Element): Element | undefined {
  for (const child of element.childNodes) {
    if ('value' in child && child.value.trim() !== '') return undefined;
    if (!isElement(child)) continue;
    const marker = isMarker(child) ? child : markerIn(child);
    if (marker) return marker;
    if (textOf(child) !== '') return undefined;
  }
  return undefined;
}

export function isMarker(element: Element): boolean {
  return isIgnored(element) || stylesOf(element).has('mso-special-format');
}

function isIgnored(element: Element): boolean {
  return stylesOf(element).get('mso-list') === 'ignore';
}

const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ');
const LATIN = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * The numbers that a marker can be, the likeliest first; none for a bullet, undefined for a number that no list of HTML has
 * (`γ)`, `1.2.`, `Άρθρο 3`): its place is in the words.
 */
function readingsOf(marker: string): Numbering[] | undefined {
  const [, digits] = /^\(?(\d{1,9})[.)]?$/.exec(marker) ?? [];
  if (digits) return [{ type: '', number: Number(digits) }];
  const [, letters] = /^\(?([a-z]{1,5}|[A-Z]{1,5})[.)]$/.exec(marker) ?? [];
  if (letters === undefined) return /^.$|^[^\p{L}\p{N}]*$/su.test(marker) ? [] : undefined;
  const small = letters.toLowerCase();
  const isSmall = small === letters;
  const roman: Numbering = { type: isSmall ? 'i' : 'I', number: ROMAN.indexOf(small) + 1 };
  const letter: Numbering = { type: isSmall ? 'a' : 'A', number: small.charCodeAt(0) - 96 };
  const readings = [...(roman.number ? [roman] : []), ...(small.length === 1 ? [letter] : [])];
  return readings.length > 0 ? readings : undefined;
}

import type { Block, ItemPlace, ListBlock, Numbering } from './content.ts';
import { attribute, type Element, hasClass, isElement, stylesOf, textOf } from './dom.ts';
import { numberingOf, numbersOf } from './lists.ts';

/** Comments of Office, and what points to them in a text. */
export function isOfComment(element: Element): boolean {
  if (hasClass(element, 'msocom')) return true;
  if (element.tagName === 'a' && /^#cmnt\d/.test(attribute(element, 'href') ?? '')) return true;
  return /^comment/.test(stylesOf(element).get('mso-element') ?? '');
}

/** Where in a list a paragraph of Word or PowerPoint is; undefined for an ordinary one. */
export function itemOf(element: Element): ItemPlace | undefined {
  const slide = /^o(\d?)$/.exec(attribute(element, 'class')?.toLowerCase().trim() ?? '');
  if (element.tagName !== 'p' && !slide) return undefined;
  const marker = markerIn(element);
  const [, list, level] = /^l(\d+)\s+level(\d)/.exec(stylesOf(element).get('mso-list') ?? '') ?? [];
  if (list === undefined && (!marker || isIgnored(marker))) return undefined;
  const readings = marker ? readingsOf(textOf(marker)) : [];
  if (!readings) return undefined;
  if (list !== undefined) return { list, level: Number(level), readings };
  return { list: 'slide', level: Number(slide?.[1] ?? 0) + 1, readings };
}

/**
 * The places of items that say of which list they are: Word for the web makes each item a list of its own, Slack each level.
 * Undefined for a list of which that is not so.
 */
export function placesIn(list: Element): Map<Element, ItemPlace> | undefined {
  const first = list.childNodes.find(isElement);
  const levelOf = (item: Element) => {
    const level = Number(attribute(item, 'data-aria-level'));
    return level > 0 ? level : Number(attribute(item, 'data-stringify-indent') ?? 0) + 1;
  };
  const has = (name: string) => first && attribute(first, name) !== undefined;
  if (!has('data-listid') && !has('data-stringify-indent')) return undefined;
  const type = numberingOf(list);
  return new Map(
    [...numbersOf(list)].map(([item, number]) => {
      const readings = type === undefined ? [] : [{ type, number }];
      return [item, { list: attribute(item, 'data-listid') ?? '', level: levelOf(item), readings }];
    }),
  );
}

/** The bullet or number that Word or PowerPoint writes into a paragraph, before its text. */
function markerIn(element: Element): Element | undefined {
  for (const child of element.childNodes) {
    if ('value' in child && child.value.trim() !== '') return undefined;
    if (!isElement(child)) continue;
    if (isMarker(child)) return child;
    const marker = markerIn(child);
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

const ROMAN = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/**
 * The numbers that a marker can be, the likeliest first; none for a bullet, undefined for a number that no list of HTML has
 * (`γ)`, `1.2.`, `Άρθρο 3`): its place is in the words.
 */
function readingsOf(marker: string): Numbering[] | undefined {
  const [, digits] = /^\(?(\d{1,9})[.)]?$/.exec(marker) ?? [];
  if (digits) return [{ type: '', number: Number(digits) }];
  const [, letters] = /^\(?([a-z]{1,4}|[A-Z]{1,4})[.)]$/.exec(marker) ?? [];
  if (letters === undefined) return /^.$|^[^\p{L}\p{N}]*$/su.test(marker) ? [] : undefined;
  const small = letters.toLowerCase();
  const isSmall = small === letters;
  const alpha: Numbering = { type: isSmall ? 'a' : 'A', number: alphaNumber(small) };
  const roman: Numbering = { type: isSmall ? 'i' : 'I', number: romanNumber(small) };
  if (!ROMAN.test(small)) return small.length === 1 ? [alpha] : undefined;
  return small.length > 1 ? [roman] : /^[ivx]$/.test(small) ? [roman, alpha] : [alpha, roman];
}

function alphaNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
}

function romanNumber(letters: string): number {
  const values = [...letters].map((letter) => ROMAN_DIGITS[letter] ?? 0);
  return values.reduce((sum, value, i) => (value < (values[i + 1] ?? 0) ? sum - value : sum + value), 0);
}

interface OpenList {
  place: ItemPlace;
  list: ListBlock;
  /** Of its next item. */
  next: number;
}

/** Neighbouring items as lists. */
export function joinItems(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  /** The lists that are open, the innermost last. */
  let open: OpenList[] = [];
  for (const block of blocks) {
    if (block.kind !== 'text' || !block.item) {
      if (block.kind !== 'picture') open = [];
      joined.push(block);
      continue;
    }
    const { item: place, runs } = block;
    open = open.filter((each) => each.place.level < place.level || goesOn(each, place));
    let last = open.at(-1);
    if (last?.place.level !== place.level) {
      const [first] = place.readings;
      const list: ListBlock = { kind: 'list', type: first?.type, start: first?.number ?? 1, items: [] };
      const parent = last?.list.items.at(-1);
      if (parent) parent.lists.push(list);
      else joined.push(list);
      last = { place, list, next: list.start };
      open.push(last);
    }
    const { list } = last;
    const number = place.readings.find(({ type }) => type === list.type)?.number ?? last.next;
    list.items.push({ runs, lists: [], number });
    last.next = number + 1;
  }
  return joined;
}

function goesOn({ place, list, next }: OpenList, { level, list: id, readings }: ItemPlace): boolean {
  if (place.level !== level || place.list !== id) return false;
  if (list.type === undefined || readings.length === 0)
    return list.type === undefined && readings.length === 0;
  const [first] = readings;
  return (
    first?.type === list.type || readings.some((each) => each.type === list.type && each.number === next)
  );
}

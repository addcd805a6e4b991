import { addLines, type Block, type Item, type ListBlock, linesOf, type NumberType } from './content.ts';
import { type Around, attribute, type Element, isElement, type Read, stylesOf } from './dom.ts';

/** Deeper lists go on at this level: the editor nests no deeper. */
const MAX_LEVEL = 20;

/** A list. What stands in it outside any item is an item. */
export function listOf(read: Read, element: Element, around: Around): ListBlock[] {
  const { level } = around;
  const inside = { ...around, level: level + 1, isItem: false };
  const items: Item[] = [];
  let loose: Element['childNodes'] = [];
  const add = (childNodes: Element['childNodes'], number?: number) => {
    for (const [i, { runs, lists }] of itemsOf(read({ ...element, childNodes }, inside)).entries()) {
      if (runs.length > 0) items.push({ runs, lists: [], number: i === 0 ? number : undefined });
      // An item of nothing but lists is one with the item before it, or none.
      const last = items.at(-1);
      if (last) put(lists, last, items, level);
      else addItems(items, lists);
    }
  };
  const numbers = numbersOf(element);
  for (const child of [...element.childNodes, undefined]) {
    const name = child && isElement(child) ? child.tagName : '';
    if (child && !['li', 'ul', 'ol'].includes(name)) {
      loose.push(child);
      continue;
    }
    add(loose);
    loose = [];
    if (!child || !isElement(child)) continue;
    const last = items.at(-1);
    if (name === 'li') add(child.childNodes, numbers.get(child));
    // Google Docs nests lists beside the item that they belong to.
    else if (last) put(listOf(read, child, inside), last, items, level);
    else addItems(items, listOf(read, child, inside));
  }
  const [first] = items;
  if (!first) return [];
  const type = typeOf(element);
  if (type === 'greek') return [{ kind: 'list', type: undefined, start: 1, items: items.map(withLetter) }];
  return [{ kind: 'list', type, start: first.number ?? 1, items }];
}

function put(lists: readonly ListBlock[], last: Item, items: Item[], level: number): void {
  if (level < MAX_LEVEL) for (const list of lists) last.lists.push(list);
  else addItems(items, lists);
}

/** The items of other lists, whose numbers were theirs. */
function addItems(items: Item[], lists: readonly ListBlock[]): void {
  for (const list of lists)
    for (const { runs, lists: nested } of list.items) items.push({ runs, lists: nested });
}

/** What an item holds: its text, then lists. Text behind a list is an item of its own. */
function itemsOf(blocks: readonly Block[]): Item[] {
  const items: Item[] = [];
  for (const block of blocks) {
    const last = items.at(-1);
    if (block.kind === 'list') {
      if (last) last.lists.push(block);
      else items.push({ runs: [], lists: [block] });
      continue;
    }
    const lines = linesOf([block]);
    if (lines.length === 0) continue;
    const item = last && last.lists.length === 0 ? last : { runs: [], lists: [] };
    if (item !== last) items.push(item);
    addLines(item.runs, lines);
  }
  return items;
}

/** The numbers that the items of a list show. */
export function numbersOf(list: Element): Map<Element, number> {
  const items = list.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'li');
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

const TYPES: Readonly<Record<string, NumberType | 'greek' | undefined>> = {
  decimal: '',
  'decimal-leading-zero': '',
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
  'lower-greek': 'greek',
  disc: undefined,
  circle: undefined,
  square: undefined,
};

/** How a list numbers its items; undefined for bullets. What shows no marker of itself is what its name says. */
function typeOf(list: Element): NumberType | 'greek' | undefined {
  const styleOf = (element: Element | undefined) => {
    const styles = element && stylesOf(element);
    const said = styles?.get('list-style-type') ?? styles?.get('list-style') ?? '';
    return said.split(/\s+/).find((word) => Object.hasOwn(TYPES, word));
  };
  // Google Docs says it of each item.
  const style = styleOf(list) ?? styleOf(list.childNodes.filter(isElement)[0]);
  if (style !== undefined) return TYPES[style];
  if (list.tagName === 'ul') return undefined;
  return (['a', 'A', 'i', 'I'] as const).find((type) => type === attribute(list, 'type')?.trim()) ?? '';
}

/** The same, of a list whose letters are no words of it. */
export function numberingOf(list: Element): NumberType | undefined {
  const type = typeOf(list);
  return type === 'greek' ? '' : type;
}

const LETTERS = 'αβγδεζηθικλμνξοπρστυφχψω';

/** HTML cannot number by Greek letters: they are words. */
function withLetter(item: Item, at: number): Item {
  const letter = LETTERS[(item.number ?? at + 1) - 1];
  if (letter === undefined) return item;
  return { ...item, runs: [{ text: `${letter}. `, marks: new Set(), href: '' }, ...item.runs] };
}

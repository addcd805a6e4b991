import type { Block, ItemPlace, ListBlock } from './content.ts';
import { type Element, hasClass, isElement, stylesOf, textOf } from './dom.ts';

/** Word's comments, and what points to them in the text. */
export function isOfComment(element: Element): boolean {
  if (hasClass(element, 'msocommentreference') || hasClass(element, 'msocomanchor')) return true;
  return /^comment/.test(stylesOf(element).get('mso-element') ?? '');
}

/** Where in a list a paragraph of Word is; undefined for an ordinary one. */
export function itemOf(element: Element): ItemPlace | undefined {
  const [, list, level] = /^l(\d+)\s+level(\d)/.exec(stylesOf(element).get('mso-list') ?? '') ?? [];
  if (list === undefined || element.tagName !== 'p') return undefined;
  const marker = markerOf(element);
  const ordered = /^\(?[\p{L}\d]{1,5}[.)]/u.test(marker);
  const number = Number.parseInt(marker.replace('(', ''), 10);
  return { list, level: Number(level), ordered, start: ordered && number > 0 ? number : 1 };
}

/** The bullet or number that Word writes into the paragraph. */
function markerOf(element: Element): string {
  if (stylesOf(element).get('mso-list') === 'ignore') return textOf(element);
  for (const child of element.childNodes) {
    const marker = isElement(child) ? markerOf(child) : '';
    if (marker) return marker;
  }
  return '';
}

/** Neighbouring items as lists. */
export function joinItems(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  /** The lists that are open, the innermost last. */
  let open: { place: ItemPlace; list: ListBlock }[] = [];
  for (const block of blocks) {
    if (block.kind !== 'text' || !block.item) {
      if (block.kind !== 'picture') open = [];
      joined.push(block);
      continue;
    }
    const { item: place, runs } = block;
    open = open.filter((each) => each.place.level < place.level || isSame(each.place, place));
    if (open.at(-1)?.place.level !== place.level) {
      const list: ListBlock = { kind: 'list', ordered: place.ordered, start: place.start, items: [] };
      const parent = open.at(-1)?.list.items.at(-1);
      if (parent) parent.lists.push(list);
      else joined.push(list);
      open.push({ place, list });
    }
    open.at(-1)?.list.items.push({ runs, lists: [] });
  }
  return joined;
}

function isSame(one: ItemPlace, other: ItemPlace): boolean {
  return one.level === other.level && one.list === other.list && one.ordered === other.ordered;
}

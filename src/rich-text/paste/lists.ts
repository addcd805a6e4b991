import { type Block, type Item, joinLines, type ListBlock, linesOf } from './content.ts';
import { type Around, attribute, type Element, isElement, type Read } from './dom.ts';

/** Deeper lists go on at this level: the editor nests no deeper. */
const MAX_LEVEL = 20;

/** A list. What stands in it outside any item is an item. */
export function listOf(read: Read, element: Element, around: Around): ListBlock[] {
  const { level } = around;
  const inside = { ...around, level: level + 1 };
  const items: Item[] = [];
  let loose: Element['childNodes'] = [];
  const add = (childNodes: Element['childNodes']) => {
    for (const item of itemsOf(read({ ...element, childNodes }, inside))) {
      const { runs, lists } = item;
      if (runs.length > 0) items.push({ runs, lists: [] });
      // An item of nothing but lists is one with the item before it, or none.
      const last = items.at(-1);
      if (last) put(lists, last, items, level);
      else items.push(...lists.flatMap((each) => each.items));
    }
  };
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
    if (name === 'li') add(child.childNodes);
    // Google Docs nests lists beside the item that they belong to.
    else if (last) put(listOf(read, child, inside), last, items, level);
    else items.push(...listOf(read, child, inside).flatMap((each) => each.items));
  }
  if (items.length === 0) return [];
  const start = Number.parseInt(attribute(element, 'start') ?? '1', 10);
  const ordered = element.tagName === 'ol';
  return [{ kind: 'list', ordered, start: Number.isSafeInteger(start) ? start : 1, items }];
}

function put(lists: readonly ListBlock[], last: Item, items: Item[], level: number): void {
  if (level < MAX_LEVEL) last.lists.push(...lists);
  else items.push(...lists.flatMap((each) => each.items));
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
    if (last && last.lists.length === 0) last.runs = joinLines([last.runs, ...lines]);
    else items.push({ runs: joinLines(lines), lists: [] });
  }
  return items;
}

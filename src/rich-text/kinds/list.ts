import * as z from 'zod';
import {
  alignmentOf,
  attributeOf,
  endTag,
  parseStartTag,
  preservesSpace,
  withAttribute,
  withName,
} from '../html/startTag.ts';
import type { HtmlElement, HtmlNode } from '../html/tree.ts';
import type { ImportContext, ImportedBlock } from '../import/context.ts';
import {
  childrenOf,
  type Kept,
  keptOf,
  NODE_STATE,
  type NodeJson,
  toNodeState,
  type Wrap,
} from '../state.ts';
import { keepBlock } from './kept.ts';
import { aligned, alignment, element, type Kind, LINE, type Writer, withState } from './kind.ts';

/**
 * Lists as Lexical nests them: a list inside an item is in an item of its own behind that item, and a list right behind
 * another of the same kind is one list with it.
 */
export const list: Kind = {
  type: 'list',
  level: 'list',
  holds: ['item'],
  shape: {
    tag: z.enum(['ul', 'ol']),
    listType: z.enum(['bullet', 'number']).optional(),
    start: z.int().optional(),
  },
  render: (node, { inline }) => renderList(node, inline),
  elements: ['ul', 'ol'],
  open(element, wraps, context) {
    const node = importList(context, element, wraps, 0);
    if (node) context.spend(wraps);
    return node ?? keepBlock(context, element, wraps);
  },
};

export const listitem: Kind = {
  type: 'listitem',
  level: 'item',
  holds: [...LINE, 'list'],
  shape: { format: alignment },
};

/** Deeper lists are left as they are: Lexical, and we, walk nested lists by recursion. */
const MAX_IMPORTED = 24;
const MAX_RENDERED = 64;

type Inline = Writer['inline'];

function renderList(node: NodeJson, inline: Inline, parentTag = '', depth = 0): string {
  const items = childrenOf(node);
  if (items.length === 0 || depth > MAX_RENDERED) return '';
  const listTag = tagOf(node);
  const tag = listTag === parentTag ? withoutIdentity(listTag) : listTag;
  let html = tag;
  /** The tag of the item before; '' for text without one, undefined for nothing of the kind. */
  let previous: string | undefined;
  for (let i = 0; i < items.length; ) {
    const item = items[i] as NodeJson;
    const holders = [item];
    for (i += 1; continuesItem(items[i]); i++) holders.push(items[i] as NodeJson);
    const text = childrenOf(item).filter((child) => !isList(child));
    const lists = holders.flatMap((holder) => childrenOf(holder).filter(isList));
    const own = itemTag(item, text.length > 0, previous);
    const nested = lists.map((each) => renderList(each, inline, listTag, depth + 1));
    html += own + inline(text) + nested.join('') + (own && endTag(own));
    previous = own || text.length > 0 ? own : undefined;
  }
  return html + endTag(tag);
}

function isList(node: NodeJson): boolean {
  return node.type === 'list';
}

/** An item that holds only a list goes into the item before it. */
function continuesItem(item: NodeJson | undefined): boolean {
  const children = childrenOf(item);
  return item !== undefined && children.length > 0 && children.every(isList) && keptOf(item).alone !== true;
}

function tagOf(node: NodeJson): string {
  const { tag } = keptOf(node);
  const name = node.tag === 'ol' || node.listType === 'number' ? 'ol' : 'ul';
  const named = tag ? withName(tag, name) : `<${name}>`;
  const start = typeof node.start === 'number' && Number.isSafeInteger(node.start) ? node.start : 1;
  if (name === 'ul' || startOf(named) === start) return named;
  return withAttribute(named, 'start', start === 1 ? null : String(start));
}

function itemTag(item: NodeJson, hasText: boolean, previous: string | undefined): string {
  const { tag: came = '<li>' } = keptOf(item);
  const tag = aligned(came && withName(came, 'li'), item);
  // Text without an item would run into the text before it.
  if (tag === '' && hasText && previous === '') return '<li>';
  // A new item copies the one it was split from, its number and id too.
  return tag === previous ? withoutIdentity(tag) : tag;
}

function withoutIdentity(tag: string): string {
  return ['id', 'value'].reduce(
    (current, name) => (attributeOf(current, name) === null ? current : withAttribute(current, name, null)),
    tag,
  );
}

/** The number of an ordered list's first item. */
function startOf(tag: string): number {
  const written = attributeOf(tag, 'start')?.trim() ?? '';
  return /^-?\d{1,9}$/.test(written) ? Number(written) : 1;
}

/** The lists that Lexical made one list of, as they were. */
export function listsApart(node: NodeJson): NodeJson[] {
  if (!isList(node)) return [node];
  const lists: NodeJson[] = [];
  let items: NodeJson[] = [];
  let number = childrenOf(node).map((item) => keptOf(item).n)[0];
  for (const item of childrenOf(node)) {
    const { list: tag, n, wraps } = keptOf(item);
    if (tag !== undefined && n !== undefined && n !== number) {
      number = n;
      items = [];
      const own = { [NODE_STATE]: toNodeState({ tag, wraps }) };
      lists.push({ ...node, start: startOf(tag), children: items, ...own });
    } else if (lists.length === 0) lists.push({ ...node, children: items });
    items.push(item);
  }
  return lists.length > 1 ? lists : [node];
}

/** The items of a list that Lexical would make one with the list before it say which list is theirs. */
export function tellListsApart(context: ImportContext, blocks: ImportedBlock[]): void {
  for (const [i, { node: list, place }] of blocks.entries()) {
    const previous = blocks[i - 1]?.node;
    if (list.type !== 'list' || previous?.type !== 'list' || list.tag !== previous.tag) continue;
    const { tag = '<ul>', wraps } = keptOf(list);
    // Its first item's list would even be made one with the last of the list before.
    if ('kind' in place && childrenOf(childrenOf(list)[0]).some(isList)) {
      blocks[i] = { node: keepBlock(context, place, wraps), place };
      continue;
    }
    const n = context.nextId();
    for (const item of childrenOf(list)) {
      if (keptOf(item).list === undefined)
        item[NODE_STATE] = toNodeState({ ...keptOf(item), list: tag, n, wraps });
    }
  }
}

/** Undefined when the list has no items, or is nested too deep. */
function importList(
  context: ImportContext,
  node: HtmlElement,
  wraps: Wrap[],
  depth: number,
): NodeJson | undefined {
  const tag = context.tag(node);
  if (depth >= MAX_IMPORTED || !parseStartTag(tag)) return undefined;
  const [own, listType] = node.name === 'ol' ? ['ol', 'number'] : ['ul', 'bullet'];
  const start = own === 'ol' ? startOf(tag) : 1;
  const children = importItems(context, node.children, start, depth + 1);
  if (children.length === 0) return undefined;
  return withState({ type: 'list', tag: own, listType, start, ...element(), children }, { tag, wraps });
}

function importItems(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  start: number,
  depth: number,
): NodeJson[] {
  const items: NodeJson[] = [];
  let value = start;
  const add = (children: NodeJson[], kept: Omit<Kept, 'wraps'>, format = '') =>
    items.push(withState({ type: 'listitem', value, ...element(format), children }, { ...kept, wraps: [] }));
  /** Content that stands in the list outside any item. */
  let loose: HtmlNode[] = [];
  const endLoose = () => {
    const children = context.inline(loose);
    loose = [];
    if (children.length > 0) add(children, { tag: '' });
  };
  for (const node of nodes) {
    if (node.kind === 'element' && node.name === 'li') {
      endLoose();
      const { tag, format, text, lists } = importItem(context, node, depth);
      const [alone, ...others] = text.length === 0 ? lists : [undefined, ...lists];
      if (alone) add([alone], { tag, alone: true }, format);
      else {
        add(text, { tag }, format);
        value += 1;
      }
      for (const list of others) if (list) add([list], {});
      continue;
    }
    // A list that stands in a list without an item around it.
    const direct = isListElement(node) && importList(context, node, [], depth);
    if (direct) {
      endLoose();
      add([direct], { tag: '', alone: true });
    } else loose.push(node);
  }
  endLoose();
  return items;
}

/** Lexical has no place for what follows a list in its item: lists in such an item are kept as they are. */
function importItem(context: ImportContext, node: HtmlElement, depth: number) {
  const tag = context.tag(node);
  const content = node.children.filter((child) => !context.isNothing(child));
  const first = content.findIndex(isListElement);
  const behind = first < 0 ? [] : content.slice(first);
  const nested = behind.every(isListElement)
    ? behind.map((each) => importList(context, each, [], depth))
    : [];
  const opens = nested.length > 0 && nested.every((each) => each !== undefined);
  const inline = opens ? node.children.slice(0, node.children.indexOf(behind[0] as HtmlNode)) : node.children;
  const text = context.inline(inline, preservesSpace(tag));
  return { tag, format: alignmentOf(tag), text, lists: opens ? nested : [] };
}

function isListElement(node: HtmlNode): node is HtmlElement {
  return node.kind === 'element' && (node.name === 'ul' || node.name === 'ol');
}

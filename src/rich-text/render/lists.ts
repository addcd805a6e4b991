import { attributeOf, endTag, withAttribute } from '../html/startTag.ts';
import { childrenOf, keptOf, type NodeJson } from '../state.ts';
import { renderInline } from './inline.ts';
import { blockTag, listTag } from './tags.ts';

/** Deeper lists than an editor makes are left out: a state that has them is refused before it is stored. */
const MAX_DEPTH = 64;

/** A list as HTML; an item that holds only a list goes into the item before it, as Lexical means it. */
export function renderList(list: NodeJson, parentTag = '', depth = 0): string {
  const items = childrenOf(list);
  if (items.length === 0 || depth > MAX_DEPTH) return '';
  const written = listTag(list, keptOf(list));
  const tag = written === parentTag ? withoutIdentity(written) : written;
  let html = tag;
  let previous: string | undefined;
  for (let i = 0; i < items.length; ) {
    const item = items[i] as NodeJson;
    let next = i + 1;
    while (items[next] && continuesItem(items[next] as NodeJson)) next++;
    const place = { listTag: written, previous, depth };
    const rendered = renderItem(item, items.slice(i + 1, next), place);
    html += rendered.html;
    previous = rendered.tag;
    i = next;
  }
  return html + endTag(tag);
}

function isList(node: NodeJson): boolean {
  return node.type === 'list';
}

function holdsOnlyLists(item: NodeJson): boolean {
  const children = childrenOf(item);
  return children.length > 0 && children.every(isList);
}

function continuesItem(item: NodeJson): boolean {
  return holdsOnlyLists(item) && keptOf(item).alone !== true;
}

interface ItemPlace {
  listTag: string;
  /** The tag of the item before; '' for text without one, undefined for nothing of the kind. */
  previous: string | undefined;
  depth: number;
}

function renderItem(
  item: NodeJson,
  continued: NodeJson[],
  place: ItemPlace,
): { html: string; tag: string | undefined } {
  const children = childrenOf(item);
  const inline = children.filter((child) => !isList(child));
  const lists = [item, ...continued].flatMap((holder) => childrenOf(holder).filter(isList));
  const tag = itemTag(item, inline.length > 0, place.previous);
  const nested = lists.map((list) => renderList(list, place.listTag, place.depth + 1)).join('');
  const html = tag + renderInline(inline) + nested + (tag && endTag(tag));
  return { html, tag: tag || inline.length > 0 ? tag : undefined };
}

function itemTag(item: NodeJson, hasText: boolean, previous: string | undefined): string {
  const tag = blockTag(item, keptOf(item));
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

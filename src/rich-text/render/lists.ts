import { attributeOf, endTag, withAttribute } from '../html/startTag.ts';
import { childrenOf, keptOf, type NodeJson } from '../state.ts';
import { writeInline } from './inline.ts';
import { blockTag, listTag } from './tags.ts';
import type { TokenWriter } from './tokens.ts';

/** Deeper lists than an editor makes are left out: a state that has them is refused before it is stored. */
const MAX_DEPTH = 64;

/** Writes a list; an item that holds only a list goes into the item before it, as Lexical means it. */
export function writeList(writer: TokenWriter, list: NodeJson, parentTag = '', depth = 0): void {
  const items = childrenOf(list);
  if (items.length === 0 || depth > MAX_DEPTH) return;
  const written = listTag(list, keptOf(list));
  const tag = written === parentTag ? withoutIdentity(written) : written;
  writer.write(tag, true, list, 'open');
  let previous: string | undefined;
  for (let i = 0; i < items.length; ) {
    const item = items[i] as NodeJson;
    let next = i + 1;
    while (items[next] && continuesItem(items[next] as NodeJson)) next++;
    previous = writeItem(writer, item, items.slice(i + 1, next), { listTag: written, previous, depth });
    i = next;
  }
  writer.write(endTag(tag), true, list, 'close');
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

function writeItem(
  writer: TokenWriter,
  item: NodeJson,
  continued: NodeJson[],
  place: ItemPlace,
): string | undefined {
  const children = childrenOf(item);
  const inline = children.filter((child) => !isList(child));
  const lists = [item, ...continued].flatMap((holder) => childrenOf(holder).filter(isList));
  const tag = itemTag(item, inline.length > 0, place.previous);
  if (tag) writer.write(tag, true, item, 'open');
  writeInline(writer, inline);
  for (const list of lists) writeList(writer, list, place.listTag, place.depth + 1);
  if (tag) writer.write(endTag(tag), true, item, 'close');
  return tag || inline.length > 0 ? tag : undefined;
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

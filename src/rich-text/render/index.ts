import { isBlockLevel } from '../html/elements.ts';
import { firstName } from '../html/read.ts';
import { endTag, withAlignment } from '../html/startTag.ts';
import { isBlock, parseHtml } from '../html/tree.ts';
import { startOf } from '../import/lists.ts';
import {
  blocksOf,
  childrenOf,
  isEmptyState,
  type Kept,
  keptHtmlOf,
  keptOf,
  NODE_STATE,
  type NodeJson,
  toNodeState,
} from '../state.ts';
import { writeInline } from './inline.ts';
import { writeList } from './lists.ts';
import { blockTag } from './tags.ts';
import { type OpenElement, sharedPath, type Token, TokenWriter } from './tokens.ts';

export type { Token } from './tokens.ts';

/** What one top-level element, or one stretch of text outside any, renders to. */
export type Unit = readonly Token[];

interface Block {
  node: NodeJson;
  kept: Kept;
  path: OpenElement[];
}

/** An editor state as HTML, in units and tokens. */
export function renderUnits(state: unknown): Unit[] {
  if (isEmptyState(state)) return [];
  const blocks = blocksOf(state)
    .flatMap(listsApart)
    .map((node) => {
      const kept = keptOf(node);
      return { node, kept, path: kept.wraps.map(({ id, tag }) => ({ key: id, tag, block: true, from: id })) };
    });
  joinFresh(blocks);
  const writer = new TokenWriter();
  const starts: number[] = [];
  writer.nest(
    blocks,
    (block) => writeBlock(writer, block),
    () => starts.push(writer.tokens.length),
  );
  return starts
    .map((start, i) => writer.tokens.slice(start, starts[i + 1]))
    .filter((unit) => unit.length > 0);
}

/** An editor state as HTML: only what the state itself says. */
export function renderHtml(state: unknown): string {
  return htmlOf(renderUnits(state).flat());
}

export function htmlOf(tokens: readonly Token[]): string {
  return tokens.map((token) => token.html).join('');
}

/** The lists that Lexical made one list of, as they were. */
function listsApart(node: NodeJson): NodeJson[] {
  if (node.type !== 'list') return [node];
  const lists: NodeJson[] = [];
  let items: NodeJson[] = [];
  let number = childrenOf(node).map((item) => keptOf(item).n)[0];
  for (const item of childrenOf(node)) {
    const { list: tag, n, wraps } = keptOf(item);
    if (tag !== undefined && n !== undefined && n !== number) {
      number = n;
      items = [];
      lists.push({
        ...node,
        start: startOf(tag),
        children: items,
        [NODE_STATE]: toNodeState({ tag, wraps }),
      });
    } else if (lists.length === 0) lists.push({ ...node, children: items });
    items.push(item);
  }
  return lists.length > 1 ? lists : [node];
}

/** Blocks that the editor added between two blocks of one element stand in that element too. */
function joinFresh(blocks: Block[]): void {
  let from = 0;
  for (let i = 0; i <= blocks.length; i++) {
    const block = blocks[i];
    if (block && isFresh(block)) continue;
    const shared = sharedPath(blocks[from - 1]?.path ?? [], block?.path ?? []);
    for (const fresh of blocks.slice(from, i)) fresh.path = shared;
    from = i + 1;
  }
}

function isFresh({ kept }: Block): boolean {
  return kept.tag === undefined && kept.wraps.length === 0;
}

function writeBlock(writer: TokenWriter, { node, kept }: Block): void {
  const html = keptHtmlOf(node);
  if (html !== undefined) writeKept(writer, node, html);
  else if (node.type === 'horizontalrule') writer.write('<hr>', true, node);
  else if (node.type === 'list') writeList(writer, node);
  else if (Array.isArray(node.children)) writeTextBlock(writer, node, kept);
}

/** A kept piece that the editor aligned gets a box around it: its own tags stay as they are. */
function writeKept(writer: TokenWriter, node: NodeJson, html: string): void {
  const box = typeof node.format === 'string' && node.format ? withAlignment('<div>', node.format) : '<div>';
  if (box !== '<div>') writer.write(box, true);
  writer.write(html, isApart(html), node);
  if (box !== '<div>') writer.write('</div>', true);
}

/** True where white space beside a kept piece is not shown. */
function isApart(html: string): boolean {
  const first = firstName(html) ?? '';
  if (first === '#comment' || isBlockLevel(first)) return true;
  return parseHtml(html).nodes.some(isBlock);
}

function writeTextBlock(writer: TokenWriter, node: NodeJson, kept: Kept): void {
  const own = blockTag(node, kept);
  const tag = own === '' && writer.endsBare ? '<p>' : own;
  if (tag) writer.write(tag, true, node, 'open');
  const wrote = writeInline(writer, childrenOf(node));
  if (tag) writer.write(endTag(tag), true, node, 'close');
  else if (wrote) writer.endsBare = true;
}

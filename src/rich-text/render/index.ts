import { isBlockLevel } from '../html/elements.ts';
import { firstName } from '../html/read.ts';
import { endTag, withAlignment } from '../html/startTag.ts';
import { isBlock, parseHtml } from '../html/tree.ts';
import { startOf } from '../import/lists.ts';
import {
  blocksOf,
  childrenOf,
  isEmptyState,
  keptHtmlOf,
  keptOf,
  NODE_STATE,
  type NodeJson,
  toNodeState,
} from '../state.ts';
import { renderInline } from './inline.ts';
import { renderList } from './lists.ts';
import { joinFresh, type Placed } from './paths.ts';
import { blockTag } from './tags.ts';

export { endTags, type Placed, sharedPath, startTags } from './paths.ts';

/** A block as HTML, without the elements around it. */
export interface RenderedBlock extends Placed {
  html: string;
  /** How it stands beside others: by itself, as text outside any paragraph, or as a kept piece inside a line. */
  edge: 'apart' | 'bare' | 'inline';
}

/** The blocks of an editor state. */
export function renderBlocks(state: unknown): RenderedBlock[] {
  if (isEmptyState(state)) return [];
  const blocks = blocksOf(state).flatMap(listsApart).map(renderBlock);
  joinFresh(blocks);
  return blocks;
}

function renderBlock(node: NodeJson): RenderedBlock {
  const kept = keptOf(node);
  const path = kept.wraps.map(({ id, tag }) => ({ key: id, tag }));
  const fresh = kept.tag === undefined && path.length === 0;
  const html = keptHtmlOf(node);
  if (html !== undefined) return { ...renderKept(node, html), path, fresh };
  if (node.type === 'horizontalrule') return { html: '<hr>', edge: 'apart', path, fresh };
  if (node.type === 'list') return { html: renderList(node), edge: 'apart', path, fresh };
  const inside = renderInline(childrenOf(node));
  const tag = Array.isArray(node.children) ? blockTag(node, kept) : '';
  if (tag) return { html: tag + inside + endTag(tag), edge: 'apart', path, fresh };
  return { html: inside, edge: inside ? 'bare' : 'inline', path, fresh };
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

/** A kept piece that the editor aligned gets a box around it: its own tags stay as they are. */
function renderKept(node: NodeJson, html: string): Pick<RenderedBlock, 'html' | 'edge'> {
  const box = typeof node.format === 'string' && node.format ? withAlignment('<div>', node.format) : '<div>';
  if (box !== '<div>') return { html: `${box}${html}</div>`, edge: 'apart' };
  return { html, edge: isApart(html) ? 'apart' : 'inline' };
}

/** True where white space beside a kept piece is not shown. */
function isApart(html: string): boolean {
  const first = firstName(html) ?? '';
  if (first === '#comment' || isBlockLevel(first)) return true;
  return parseHtml(html).nodes.some(isBlock);
}

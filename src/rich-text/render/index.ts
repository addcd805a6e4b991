import { endTag } from '../html/startTag.ts';
import { KINDS } from '../kinds/index.ts';
import type { Edge, Writer } from '../kinds/kind.ts';
import { listsApart } from '../kinds/list.ts';
import { KEPT_BLOCK, VIDEO } from '../nodeTypes.ts';
import { blocksOf, childrenOf, isBlank, isEmptyState, keptOf, type NodeJson } from '../state.ts';
import { renderInline } from './inline.ts';
import { joinFresh, type Placed, tagsBetween } from './paths.ts';

export { endTags, type Placed, sharedPath, startTags } from './paths.ts';

/** A block as HTML, without the elements around it. */
export interface RenderedBlock extends Placed {
  html: string;
  edge: Edge;
}

/** The blocks of an editor state. */
export function renderBlocks(state: unknown): RenderedBlock[] {
  return isEmptyState(state) ? [] : renderNodes(blocksOf(state));
}

const WRITER: Writer = { inline: renderInline, blocks: renderInside };

/** The blocks in another block. */
function renderInside(children: readonly NodeJson[]): string {
  const blocks = renderNodes(children);
  let inside = '';
  let open: Placed['path'] = [];
  for (const { html, edge, path } of blocks) {
    const isBeside = edge === 'bare' && blocks.length > 1;
    inside += tagsBetween(open, path) + (isBeside ? `<p>${html}</p>` : html);
    open = path;
  }
  return inside + tagsBetween(open, []);
}

function renderNodes(nodes: readonly NodeJson[]): RenderedBlock[] {
  const end = nodes.findLastIndex((node) => !isEmptyLine(node)) + 1;
  const shown = nodes.filter(
    (node, i) => !isEmptyLine(node) || (i < end && ![i - 1, i + 1].some((at) => isInset(nodes[at]))),
  );
  const blocks = shown.flatMap(listsApart).map(renderBlock);
  joinFresh(blocks);
  return blocks;
}

const INSETS: ReadonlySet<string> = new Set(['table', 'upload', KEPT_BLOCK, VIDEO]);

/** The editor puts empty lines around these, for the caret. Those behind everything are where somebody stopped writing. */
function isInset(node: NodeJson | undefined): boolean {
  return node !== undefined && INSETS.has(node.type);
}

/** An editor's paragraph without anything. */
function isEmptyLine(node: NodeJson): boolean {
  return node.type === 'paragraph' && isBlank({ root: { children: [node] } }) && !keptOf(node).tag;
}

function renderBlock(node: NodeJson): RenderedBlock {
  const kept = keptOf(node);
  const path = kept.wraps.map(({ id, tag }) => ({ key: id, tag }));
  const around = { path, fresh: kept.tag === undefined && path.length === 0 };
  const kind = KINDS.get(node.type);
  if (kind?.render) {
    const html = kind.render(node, WRITER);
    return { html, edge: kind.edge?.(html) ?? 'apart', ...around };
  }
  const tag = kind?.tag?.(node, kept) ?? '';
  const inside = renderInline(childrenOf(node));
  if (tag) return { html: tag + inside + endTag(tag), edge: 'apart', ...around };
  return { html: inside, edge: inside ? 'bare' : 'inline', ...around };
}

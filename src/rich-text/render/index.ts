import { endTag } from '../html/startTag.ts';
import { KINDS } from '../kinds/index.ts';
import type { Edge } from '../kinds/kind.ts';
import { listsApart } from '../kinds/list.ts';
import { blocksOf, childrenOf, isEmptyState, keptOf, type NodeJson } from '../state.ts';
import { renderInline } from './inline.ts';
import { joinFresh, type Placed } from './paths.ts';

export { endTags, type Placed, sharedPath, startTags } from './paths.ts';

/** A block as HTML, without the elements around it. */
export interface RenderedBlock extends Placed {
  html: string;
  edge: Edge;
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
  const around = { path, fresh: kept.tag === undefined && path.length === 0 };
  const kind = KINDS.get(node.type);
  if (kind?.render) {
    const html = kind.render(node, renderInline);
    return { html, edge: kind.edge?.(html) ?? 'apart', ...around };
  }
  const tag = kind?.tag?.(node, kept) ?? '';
  const inside = renderInline(childrenOf(node));
  if (tag) return { html: tag + inside + endTag(tag), edge: 'apart', ...around };
  return { html: inside, edge: inside ? 'bare' : 'inline', ...around };
}

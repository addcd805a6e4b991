import { htmlToLexical } from '../import/index.ts';
import { blocksOf, childrenOf, keptOf, NODE_STATE, type NodeJson, toNodeState } from '../state.ts';
import { type Dropped, readPaste } from './clean.ts';
import { flatten } from './content.ts';
import { writeBlocks } from './write.ts';

export type { Dropped, DroppedKind } from './clean.ts';

/**
 * The HTML of a clipboard (Word, Google Docs, LibreOffice, web pages) as plain HTML: paragraphs, headings from h2, lists, quotes,
 * tables, links that lead somewhere, and marks. How it looked is gone; whatever else is left out is counted.
 * @param tables whether there may be tables: otherwise, what their cells hold
 */
export function cleanPaste(html: string, tables = true): { html: string; dropped: Dropped[] } {
  const { blocks, dropped } = readPaste(html);
  const wanted = tables
    ? blocks
    : blocks.flatMap((block) => (block.kind === 'table' ? flatten(block) : [block]));
  return { html: writeBlocks(wanted), dropped };
}

export interface Pasted {
  /** As the editor itself writes them. */
  nodes: NodeJson[];
  dropped: Dropped[];
}

/** The blocks that a clipboard's HTML is for the editor. @param inCell no table may stand there, unless it is all there is */
export function readClipboard(html: string, inCell: boolean): Pasted {
  const whole = cleanPaste(html);
  const state = htmlToLexical(whole.html, ['table']);
  const blocks = whole.html ? blocksOf(state).map(fresh) : [];
  const isMixed = blocks.length > 1 && blocks.some(({ type }) => type === 'table');
  if (!inCell || !isMixed) return { nodes: blocks, dropped: whole.dropped };
  return { nodes: blocksOf(htmlToLexical(cleanPaste(html, false).html)).map(fresh), dropped: whole.dropped };
}

/** Plain tags say nothing that a node does not say. */
function fresh(node: NodeJson): NodeJson {
  const { tag: _, wraps: __, n, list, ...held } = keptOf(node);
  const apart = list === undefined || n === undefined ? {} : { list, n };
  const { [NODE_STATE]: ___, ...plain } = node;
  const state = toNodeState({ ...held, ...apart, wraps: [] });
  const children = 'children' in node ? { children: childrenOf(node).map(fresh) } : {};
  return { ...plain, ...children, ...(state && { [NODE_STATE]: state }) };
}

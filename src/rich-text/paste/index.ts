import { htmlToLexical } from '../import/index.ts';
import { blocksOf, childrenOf, keptOf, NODE_STATE, type NodeJson, toNodeState } from '../state.ts';
import { type Dropped, readPaste } from './clean.ts';
import { type Block, flatten } from './content.ts';
import { writeBlocks } from './write.ts';

export type { Dropped, DroppedKind } from './clean.ts';

/** A picture of a clipboard. It is not in the text. */
export interface PastedPicture {
  /** As the clipboard has it: `data:` with its bytes, or an address. */
  src: string;
  /** What the clipboard says that it shows; '' for nothing. */
  alt: string;
  /** How many blocks stand before it. */
  after: number;
}

/** What a clipboard is as plain HTML. */
export interface CleanPaste {
  html: string;
  dropped: Dropped[];
  pictures: PastedPicture[];
}

/**
 * The HTML of a clipboard (Word, Google Docs, LibreOffice, web pages) as plain HTML: paragraphs, headings from h2, lists, quotes,
 * tables, links that lead somewhere, and marks. How it looked is gone; pictures are given apart; whatever else is left out is
 * counted.
 * @param tables whether there may be tables: otherwise, what their cells hold
 */
export function cleanPaste(html: string, tables = true): CleanPaste {
  const { blocks, dropped } = readPaste(html);
  const wanted = tables
    ? blocks
    : blocks.flatMap((block) => (block.kind === 'table' ? flatten(block) : [block]));
  return { html: writeBlocks(wanted), dropped, pictures: picturesIn(wanted) };
}

function picturesIn(blocks: readonly Block[]): PastedPicture[] {
  let after = 0;
  return blocks.flatMap((block) => {
    if (block.kind !== 'picture') after += 1;
    return block.kind === 'picture' ? [{ src: block.src, alt: block.alt, after }] : [];
  });
}

export interface Pasted {
  /** As the editor itself writes them. */
  nodes: NodeJson[];
  dropped: Dropped[];
  pictures: PastedPicture[];
}

/** The blocks that a clipboard's HTML is for the editor. @param inCell no table may stand there, unless it is all there is */
export function readClipboard(html: string, inCell: boolean): Pasted {
  const { html: whole, ...left } = cleanPaste(html);
  const nodes = nodesOf(whole);
  const isMixed = nodes.length > 1 && nodes.some(({ type }) => type === 'table');
  if (!inCell || !isMixed) return { nodes, ...left };
  const { html: flat, ...leftOfFlat } = cleanPaste(html, false);
  return { nodes: nodesOf(flat), ...leftOfFlat };
}

function nodesOf(html: string): NodeJson[] {
  return html ? blocksOf(htmlToLexical(html, ['table'])).map(fresh) : [];
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

import { kindOf } from '../html/elements.ts';
import type { Place } from '../html/places.ts';
import { alignmentOf, parseStartTag } from '../html/startTag.ts';
import { type HtmlElement, type HtmlNode, type HtmlPiece, isBlock } from '../html/tree.ts';
import { childrenOf, keptOf, NODE_STATE, type NodeJson, toNodeState, type Wrap } from '../state.ts';
import type { ImportContext } from './context.ts';
import { importInline, isNothing, isOnlyKept, preservesSpace } from './inline.ts';
import { importList } from './lists.ts';
import { headingNode, keptBlockNode, paragraphNode, quoteNode, ruleNode } from './nodes.ts';

/** A block of the state, and what of the source it was made of. */
export interface ImportedBlock {
  node: NodeJson;
  /** An element or piece where it is made of one. */
  place: HtmlNode | Place;
}

/** The blocks of a piece of HTML, in order; `wraps` are the elements around them. */
export function importBlocks(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  wraps: Wrap[] = [],
): ImportedBlock[] {
  const blocks: ImportedBlock[] = [];
  let run: HtmlNode[] = [];
  const endRun = () => {
    for (const block of importRun(context, run, wraps)) blocks.push(block);
    run = [];
  };
  for (const node of nodes) {
    if (node.kind === 'text' || !isBlock(node)) {
      run.push(node);
      continue;
    }
    endRun();
    for (const block of importBlock(context, node, wraps)) blocks.push(block);
  }
  endRun();
  tellListsApart(context, blocks);
  return blocks;
}

/** Lexical makes one list of two neighbours of the same kind, so the items of the second say which list is theirs. */
function tellListsApart(context: ImportContext, blocks: ImportedBlock[]): void {
  for (const [i, { node: list, place }] of blocks.entries()) {
    const previous = blocks[i - 1]?.node;
    if (list.type !== 'list' || previous?.type !== 'list' || list.tag !== previous.tag) continue;
    const { tag = '<ul>', wraps } = keptOf(list);
    // Its first item's list would even be made one with the last of the list before.
    if ('kind' in place && childrenOf(childrenOf(list)[0]).some((child) => child.type === 'list')) {
      blocks[i] = keep(context, place, wraps);
      continue;
    }
    const n = context.nextId();
    for (const item of childrenOf(list)) {
      if (keptOf(item).list === undefined)
        item[NODE_STATE] = toNodeState({ ...keptOf(item), list: tag, n, wraps });
    }
  }
}

/** Inline content that stands between blocks: a paragraph without a tag. */
function importRun(context: ImportContext, run: readonly HtmlNode[], wraps: Wrap[]): ImportedBlock[] {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) return [];
  if (isOnlyKept(context, run)) {
    return run.flatMap((node) => (isNothing(context, node) ? [] : [keep(context, node, wraps)]));
  }
  const children = importInline(
    context,
    run,
    wraps.some(({ tag }) => preservesSpace(tag)),
  );
  if (children.length === 0) return [];
  context.spend(wraps);
  return [
    { node: textBlock(children, '', { tag: '', wraps }), place: { start: first.start, end: last.end } },
  ];
}

/** A text block inside a blockquote shows as a quote. */
function textBlock(children: NodeJson[], format: string, kept: { tag: string; wraps: Wrap[] }): NodeJson {
  const quoted = [...kept.wraps.map(({ tag }) => tag), kept.tag].some(
    (tag) => parseStartTag(tag)?.name === 'blockquote',
  );
  return quoted ? quoteNode(children, format, kept) : paragraphNode(children, format, kept);
}

function keep(context: ImportContext, place: HtmlNode, wraps: Wrap[]): ImportedBlock {
  context.spend(wraps);
  return { node: keptBlockNode(context.keep(place), wraps), place };
}

function importBlock(context: ImportContext, node: HtmlElement | HtmlPiece, wraps: Wrap[]): ImportedBlock[] {
  if (node.kind === 'piece') return [keep(context, node, wraps)];
  const tag = context.tag(node);
  const kind = kindOf(node.name);
  const startTag = parseStartTag(tag);
  if (!startTag) return [keep(context, node, wraps)];
  if (kind === 'rule') {
    // Lexical's rule keeps nothing: one with attributes stays as it is.
    if (startTag.attributes.length > 0) return [keep(context, node, wraps)];
    return [{ node: ruleNode(), place: node }];
  }
  if (kind === 'list') {
    const list = importList(context, node, wraps);
    return [list ? { node: list, place: node } : keep(context, node, wraps)];
  }
  if (node.hasBlock || holdsOnlyKept(context, node)) return importContainer(context, node, wraps);
  if (node.name !== 'p' && kind !== 'heading' && startTag.attributes.length > 0 && isEmpty(context, node)) {
    return [keep(context, node, wraps)];
  }
  const preserve = [tag, ...wraps.map((wrap) => wrap.tag)].some(preservesSpace);
  const children = importInline(context, node.children, preserve);
  const format = alignmentOf(tag);
  context.spend(wraps);
  const block =
    kind === 'heading'
      ? headingNode(node.name, children, format, { tag, wraps })
      : textBlock(children, format, { tag, wraps });
  return [{ node: block, place: node }];
}

function isEmpty(context: ImportContext, node: HtmlElement): boolean {
  return node.children.every((child) => isNothing(context, child));
}

/** An element around nothing but a video or a comment: what it holds opens as a block, which shows it. */
function holdsOnlyKept(context: ImportContext, node: HtmlElement): boolean {
  if (node.name === 'p' || kindOf(node.name) === 'heading' || isEmpty(context, node)) return false;
  return isOnlyKept(context, node.children);
}

function importContainer(context: ImportContext, node: HtmlElement, wraps: Wrap[]): ImportedBlock[] {
  const wrap = context.wrap(node, wraps);
  if (!wrap) return [keep(context, node, wraps)];
  const inside = importBlocks(context, node.children, [...wraps, wrap]);
  // A rule carries no wraps, so at the edge of its container it would fall out of it.
  for (const edge of new Set([0, inside.length - 1])) {
    const { node: block, place } = inside[edge] ?? {};
    if (block?.type === 'horizontalrule' && place && 'kind' in place)
      inside[edge] = keep(context, place, [...wraps, wrap]);
  }
  return inside;
}

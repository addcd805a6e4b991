import { parseStartTag, preservesSpace } from '../html/startTag.ts';
import { type HtmlElement, type HtmlNode, type HtmlPiece, isBlock } from '../html/tree.ts';
import { openElement } from '../kinds/index.ts';
import { keepBlock } from '../kinds/kept.ts';
import { tellListsApart } from '../kinds/list.ts';
import { isQuoted, paragraphNode, quoteNode } from '../kinds/plain.ts';
import type { NodeJson, Wrap } from '../state.ts';
import type { ImportContext, ImportedBlock, Line } from './context.ts';
import { isOnlyKept } from './inline.ts';

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

/** Inline content that stands between blocks: a paragraph without a tag. */
function importRun(context: ImportContext, run: readonly HtmlNode[], wraps: Wrap[]): ImportedBlock[] {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) return [];
  if (isOnlyKept(context, run)) {
    return run.flatMap((node) => (context.isNothing(node) ? [] : [keep(context, node, wraps)]));
  }
  const preserve = wraps.some(({ tag }) => preservesSpace(tag));
  const children = context.inline(run, preserve);
  if (children.length === 0) return [];
  context.spend(wraps);
  const node = textBlock({ children, format: '', kept: { tag: '', wraps } });
  return [{ node, place: { start: first.start, end: last.end } }];
}

/** A text block inside a blockquote shows as a quote. */
function textBlock(line: Line): NodeJson {
  const { tag = '', wraps } = line.kept;
  return isQuoted([...wraps, { tag }]) ? quoteNode(line) : paragraphNode(line);
}

function keep(context: ImportContext, place: HtmlNode, wraps: Wrap[]): ImportedBlock {
  return { node: keepBlock(context, place, wraps), place };
}

function importBlock(context: ImportContext, node: HtmlElement | HtmlPiece, wraps: Wrap[]): ImportedBlock[] {
  if (node.kind === 'piece') return [keep(context, node, wraps)];
  const startTag = parseStartTag(context.tag(node));
  if (!startTag) return [keep(context, node, wraps)];
  const opened = openElement(node, wraps, context);
  if (opened) return [{ node: opened, place: node }];
  if (node.hasBlock || holdsOnlyKept(context, node)) return importContainer(context, node, wraps);
  if (node.name !== 'p' && startTag.attributes.length > 0 && isEmpty(context, node))
    return [keep(context, node, wraps)];
  return [{ node: textBlock(context.line(node, wraps)), place: node }];
}

function isEmpty(context: ImportContext, node: HtmlElement): boolean {
  return node.children.every((child) => context.isNothing(child));
}

/** An element around nothing but a video or a comment: what it holds opens as a block, which shows it. */
function holdsOnlyKept(context: ImportContext, node: HtmlElement): boolean {
  if (node.name === 'p' || isEmpty(context, node)) return false;
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

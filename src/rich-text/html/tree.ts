import { isBlockLevel, kindOf } from './elements.ts';
import type { Place } from './parser.ts';
import { type HtmlReading, type ReadNode, readHtml } from './read.ts';

/** An element that can open in the editor. Its place is its bytes; of a mark that is opened again, those of what it holds. */
export interface HtmlElement extends Place {
  kind: 'element';
  /** Lower case. */
  name: string;
  /** Before the element's place where a mark is opened again. */
  startTag: Place;
  endTag: Place | undefined;
  children: HtmlNode[];
  /** A block stands somewhere inside. */
  hasBlock: boolean;
}

/** A stretch of text, entities and all. */
export interface HtmlText extends Place {
  kind: 'text';
}

/** What stays as it is: a comment, or an element that Lexical lacks, with what the parser takes out of it. */
export interface HtmlPiece extends Place {
  kind: 'piece';
  /** Of the one node that it is ('#comment' for a comment); '' for several. */
  name: string;
  isBlock: boolean;
  children: HtmlNode[];
}

export type HtmlNode = HtmlElement | HtmlText | HtmlPiece;

/** HTML as nodes in the order of the source, none overlapping another. */
export interface HtmlTree {
  nodes: HtmlNode[];
  /** Where marks are in force that no single element of the source holds together. */
  marks: Place[];
  reading: HtmlReading;
}

/**
 * The tree of some HTML, as browsers read it. Bytes that belong to no node (dropped tags, a tag cut off at the end) lie
 * between the nodes' places. What browsers take out of a table is one piece with it. What is beyond the reader's bounds is
 * one piece as a whole.
 * @param opened names of elements that Lexical lacks and that are to be elements of the tree all the same
 */
export function parseHtml(html: string, opened: ReadonlySet<string> = NONE): HtmlTree {
  const reading = readHtml(html);
  if (reading.beyond) return { nodes: [wholePiece(html)], marks: [], reading };
  /** By parent, the last first: what a node holds is made before itself. */
  const made = reading.nodes.map((): HtmlNode[] => []);
  const roots: HtmlNode[] = [];
  const marks: Place[] = [];
  for (let i = reading.nodes.length - 1; i >= 0; i--) {
    const read = reading.nodes[i] as ReadNode;
    const node = makeNode(read, (made[i] as HtmlNode[]).reverse(), reading, opened);
    if (!node) continue;
    const mark = markOf(read, node, reading);
    if (mark) marks.push(mark);
    putBefore(made[read.parent] ?? roots, node);
  }
  return { nodes: roots.reverse(), marks, reading };
}

const NONE: ReadonlySet<string> = new Set();

/** Some HTML as one piece. */
export function wholePiece(html: string): HtmlPiece {
  return { kind: 'piece', name: '', start: 0, end: html.length, isBlock: true, children: [] };
}

function makeNode(
  read: ReadNode,
  children: HtmlNode[],
  reading: HtmlReading,
  opened: ReadonlySet<string>,
): HtmlNode | undefined {
  const { name, place, startTag, endTag, isAgain } = read;
  const [first] = children;
  const last = children.at(-1);
  const inside = first && last && around(first, last);
  const hasBlock = children.some(isBlock);
  if (isAgain && startTag) {
    // One that holds nothing stands where it ends.
    const end = place?.end ?? reading.markEnds.get(startTag.start)?.start ?? startTag.end;
    const whole = inside ?? { start: end, end };
    return { kind: 'element', name, ...whole, startTag, endTag, children, hasBlock };
  }
  if (!place) return inside && { kind: 'piece', name, ...inside, isBlock: hasBlock, children };
  // Browsers drop a `</>`, and the parser does not say where.
  const isText = name === '#text' && !reading.source.slice(place.start, place.end).includes('</>');
  if (isText) return { kind: 'text', ...place };
  if (name.startsWith('#')) return { kind: 'piece', name, ...place, isBlock: false, children };
  const whole = inside ? around(place, inside) : place;
  return startTag && (opened.has(name) || !kindOf(name).startsWith('kept'))
    ? { kind: 'element', name, ...whole, startTag, endTag, children, hasBlock }
    : { kind: 'piece', name, ...whole, isBlock: isBlockLevel(name), children };
}

/** Where a mark is in force; undefined for no mark, and for one around blocks that is in force just where it stands. */
function markOf({ startTag, endTag, isAgain }: ReadNode, node: HtmlNode, reading: HtmlReading) {
  if (!startTag) return undefined;
  const { start } = startTag;
  if (isAgain) return { start, end: node.end };
  if (!reading.markEnds.has(start)) return undefined;
  const end = reading.markEnds.get(start);
  const isWhole = end ? end.start === endTag?.start : node.end >= reading.end;
  if (isWhole && node.kind === 'element' && node.hasBlock) return undefined;
  return { start, end: end?.end ?? reading.source.length };
}

/** True for what stands on lines of its own, or holds something that does. */
export function isBlock(node: HtmlNode): boolean {
  if (node.kind === 'element') return node.hasBlock || isBlockLevel(node.name);
  return node.kind === 'piece' && node.isBlock;
}

/** Puts a node before those that follow it in the tree, the first of them last. */
function putBefore(following: HtmlNode[], node: HtmlNode): void {
  let first = node;
  for (let next = following.at(-1); next; next = following.at(-1)) {
    const joined = join(first, next);
    if (!joined) break;
    first = joined;
    following.pop();
  }
  following.push(first);
}

/** Neighbours that overlap are one piece, and texts without anything between them one text; undefined for others. */
function join(node: HtmlNode, next: HtmlNode): HtmlNode | undefined {
  const isText = node.kind === 'text' && next.kind === 'text' && node.end === next.start;
  if (!isText && node.end <= next.start) return undefined;
  // The end tag of a mark may stand in a block that follows.
  if (node.kind === 'element' && contentEnd(node) <= next.start) {
    node.end = contentEnd(node);
    return undefined;
  }
  const place = around(node, next);
  return isText
    ? { kind: 'text', ...place }
    : { kind: 'piece', name: '', ...place, isBlock: isBlock(node) || isBlock(next), children: [node, next] };
}

function contentEnd({ startTag, children }: HtmlElement): number {
  return children.at(-1)?.end ?? startTag.end;
}

function around(one: Place, other: Place): Place {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

import { isBlockLevel, kindOf } from './elements.ts';
import type { Place } from './places.ts';
import { type HtmlReading, type ReadNode, readHtml } from './read.ts';

/** An element that can open in the editor, by its places in the source. */
export interface HtmlElement extends Place {
  kind: 'element';
  /** Lower case. */
  name: string;
  /** Where the start tag ends. */
  openEnd: number;
  /** Where the end tag starts; equal to `end` where the source has none. */
  closeStart: number;
  children: HtmlNode[];
  /** A block stands somewhere inside. */
  hasBlock: boolean;
}

/** A stretch of text, entities and all. */
export interface HtmlText extends Place {
  kind: 'text';
}

/** What stays as it is: a comment, an element that Lexical lacks, or markup that browsers rearrange. */
export interface HtmlPiece extends Place {
  kind: 'piece';
  isBlock: boolean;
}

export type HtmlNode = HtmlElement | HtmlText | HtmlPiece;

/** HTML as nodes in the order of the source, none overlapping another. */
export interface HtmlTree {
  nodes: HtmlNode[];
  reading: HtmlReading;
}

/**
 * The tree of some HTML, as browsers read it. Bytes that belong to no node (dropped tags, a tag cut off at the end) lie
 * between the nodes' places. Where the tree's order is not the source's, as with misnested marks or text in a table, the
 * smallest part around it is one piece. What is beyond the reader's bounds is one piece as a whole.
 */
export function parseHtml(html: string): HtmlTree {
  const reading = readHtml(html);
  if (reading.beyond)
    return { nodes: [{ kind: 'piece', start: 0, end: html.length, isBlock: true }], reading };
  /** By parent, the last first: what a node holds is made before itself. */
  const made = reading.nodes.map((): HtmlNode[] => []);
  const roots: HtmlNode[] = [];
  for (let i = reading.nodes.length - 1; i >= 0; i--) {
    const read = reading.nodes[i] as ReadNode;
    const node = makeNode(read, (made[i] as HtmlNode[]).reverse(), html);
    if (node) putBefore(made[read.parent] ?? roots, node);
  }
  return { nodes: roots.reverse(), reading };
}

function makeNode(read: ReadNode, children: HtmlNode[], html: string): HtmlNode | undefined {
  const { name, place, openEnd, endTag } = read;
  const [first] = children;
  const last = children.at(-1);
  const inside = first && last && around(first, last);
  if (!place) return inside && { kind: 'piece', ...inside, isBlock: children.some(isBlock) };
  // Browsers drop a `</>`, and the parser does not say where.
  const isText = name === '#text' && !html.slice(place.start, place.end).includes('</>');
  if (isText) return { kind: 'text', ...place };
  if (name.startsWith('#')) return { kind: 'piece', ...place, isBlock: false };
  const closeStart = endTag?.start ?? place.end;
  const isInOrder = !inside || (inside.start >= openEnd && inside.end <= closeStart);
  const hasBlock = children.some(isBlock);
  if (isInOrder && !kindOf(name).startsWith('kept')) {
    return { kind: 'element', name, ...place, openEnd, closeStart, children, hasBlock };
  }
  const whole = inside ? around(place, inside) : place;
  return { kind: 'piece', ...whole, isBlock: isBlockLevel(name) || (hasBlock && !isInOrder) };
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
  const place = around(node, next);
  return isText
    ? { kind: 'text', ...place }
    : { kind: 'piece', ...place, isBlock: isBlock(node) || isBlock(next) };
}

function around(one: Place, other: Place): Place {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

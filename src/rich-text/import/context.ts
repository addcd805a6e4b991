import { kindOf } from '../html/elements.ts';
import type { Place } from '../html/parser.ts';
import { readHtml } from '../html/read.ts';
import { alignmentOf, parseStartTag, preservesSpace } from '../html/startTag.ts';
import type { HtmlElement, HtmlNode } from '../html/tree.ts';
import type { Kept, NodeJson, Wrap } from '../state.ts';

/** Beyond this many elements around a text, the rest is kept as it is. */
const MAX_WRAPS = 48;
/** Each text carries the tags around it, so long ones are kept as they are (characters). */
const MAX_TAG = 1024;
export const MAX_PATH = 4096;

/** Thrown when the tags around texts would add up to many times the source. */
export class TooCostly extends Error {}

/** A block of the state, and what of the source it was made of. */
export interface ImportedBlock {
  node: NodeJson;
  /** An element or piece where it is made of one. */
  place: HtmlNode | Place;
}

/** What a block of text is made of. */
export interface Line {
  children: NodeJson[];
  format: string;
  kept: Kept;
}

/** The walks over the tree, which need the kinds, which need a context. */
interface Walks {
  inline(context: ImportContext, nodes: readonly HtmlNode[], preserve: boolean): NodeJson[];
  blocks(context: ImportContext, nodes: readonly HtmlNode[]): ImportedBlock[];
}

/** One import: hands out numbers, and keeps the state in proportion to its source. */
export class ImportContext {
  readonly html: string;
  /** The elements around texts and blocks, by their numbers. */
  readonly boxes = new Map<number, HtmlElement>();
  private readonly maxPath: number;
  private readonly idPrefix: string;
  private lastId = 0;
  private lastLink = 0;
  /** Characters of tags that may still be repeated. */
  private budget: number;
  private readonly walks: Walks;

  /** `maxPath`: how many characters of tags may stand around a text. */
  constructor(html: string, maxPath: number, walks: Walks) {
    this.html = html;
    this.walks = walks;
    this.maxPath = maxPath;
    this.budget = 6 * html.length + 65_536;
    this.idPrefix = fingerprint(html);
  }

  /** An element's start tag as the source has it. */
  tag({ startTag }: HtmlElement): string {
    return this.html.slice(startTag.start, startTag.end);
  }

  /** True for white space, and for inline elements that hold nothing and say nothing. */
  isNothing(node: HtmlNode): boolean {
    if (node.kind === 'text') return /^[\t\n\f\r ]*$/.test(this.html.slice(node.start, node.end));
    if (node.kind === 'piece' || kindOf(node.name) !== 'inline' || node.children.length > 0) return false;
    const isAgain = node.startTag.start < node.start;
    return isAgain || parseStartTag(this.tag(node))?.attributes.length === 0;
  }

  /** The inline content of a block as editor nodes. @param preserve white space counts in it */
  inline(nodes: readonly HtmlNode[], preserve = false): NodeJson[] {
    return this.walks.inline(this, nodes, preserve);
  }

  /** The blocks that stand in another. */
  blocks(nodes: readonly HtmlNode[]): NodeJson[] {
    return this.walks.blocks(this, nodes).map(({ node }) => node);
  }

  /** An element that holds nothing but inline content. */
  line(element: HtmlElement, wraps: Wrap[]): Line {
    const tag = this.tag(element);
    const preserve = preservesSpace(tag) || wraps.some((wrap) => preservesSpace(wrap.tag));
    this.spend(wraps);
    const children = this.inline(element.children, preserve);
    return { children, format: alignmentOf(tag), kept: { tag, wraps } };
  }

  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  /** A wrapping element; undefined when it would make the state too deep or too large. */
  wrap(node: HtmlElement, around: readonly Wrap[]): Wrap | undefined {
    const tag = this.tag(node);
    const path = around.reduce((sum, wrap) => sum + wrap.tag.length, tag.length);
    if (around.length >= MAX_WRAPS || tag.length > MAX_TAG || path > this.maxPath) return undefined;
    const id = this.nextId();
    this.boxes.set(id, node);
    return { id, tag };
  }

  /** Counts the tags that a text or block carries. */
  spend(wraps: readonly Wrap[]): void {
    for (const wrap of wraps) this.budget -= wrap.tag.length;
    if (this.budget < 0) throw new TooCostly();
  }

  /** The HTML of a node that is kept as it is, in the marks that begin before it, and ended where the source does not end it. */
  keep(node: HtmlNode): string {
    const starts = new Map<number, string>();
    const open = [node];
    for (let next = open.pop(); next; next = open.pop()) {
      if (next.kind === 'text') continue;
      if (next.kind === 'element' && next.startTag.start < node.start)
        starts.set(next.startTag.start, this.tag(next));
      for (const child of next.children) open.push(child);
    }
    const marks = [...starts].sort(([one], [other]) => one - other).map(([id, tag]) => ({ id, tag }));
    this.spend(marks);
    const html = marks.map(({ tag }) => tag).join('') + this.html.slice(node.start, node.end);
    return html + readHtml(html).missing;
  }

  /** An id for a link of the state: the same each time the same source is imported. */
  linkId(): string {
    this.lastLink += 1;
    return `${this.idPrefix}${this.lastLink.toString(16).padStart(8, '0')}`;
  }
}

/** 16 hexadecimal digits of a text (FNV-1a, twice): tells the links of one document from those of another. */
function fingerprint(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

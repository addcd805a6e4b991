import type { Place } from '../html/places.ts';
import { readHtml } from '../html/read.ts';
import type { HtmlElement } from '../html/tree.ts';
import type { NodeJson, Wrap } from '../state.ts';

/** Where a node, or a wrapping element, stands in the source. */
export interface Origin {
  /** The start tag, or the whole of what has no content. */
  open?: Range;
  /** The end tag; empty where the source lacks it. */
  close?: Range;
  /** A text node's text, piece by piece. */
  pieces?: Piece[];
  /** The source lacks the end of this kept piece. */
  unfinished?: boolean;
  /** Where the marks start that this kept piece does not end. */
  openMarks?: number[];
  element?: HtmlElement;
}

export type Range = readonly [start: number, end: number];

/** A piece of shown text and the bytes it came from. */
export interface Piece {
  text: string;
  /** Where it stands in the node's text. */
  at: number;
  start: number;
  end: number;
}

/** Beyond this many elements around a text, the rest is kept as it is. */
const MAX_WRAPS = 48;
/** Each text carries the tags around it, so long ones are kept as they are (characters). */
const MAX_TAG = 1024;
export const MAX_PATH = 4096;

/** Thrown when the tags around texts would add up to many times the source. */
export class TooCostly extends Error {}

/** One import: hands out numbers and notes where things come from. */
export class ImportContext {
  readonly html: string;
  /** By node, or by a wrapping element's number. */
  readonly origins = new Map<object | number, Origin>();
  private readonly maxPath: number;
  private readonly idPrefix: string;
  private lastId = 0;
  private lastLink = 0;
  /** Characters of tags that may still be repeated: keeps a state in proportion to its source. */
  private budget: number;

  /** `maxPath`: how many characters of tags may stand around a text. */
  constructor(html: string, maxPath: number) {
    this.html = html;
    this.maxPath = maxPath;
    this.budget = maxPath > 0 ? 6 * html.length + 65_536 : Number.POSITIVE_INFINITY;
    this.idPrefix = fingerprint(html);
  }

  /** The source of a node's start tag. */
  tag(node: { start: number; openEnd: number }): string {
    return this.html.slice(node.start, node.openEnd);
  }

  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  /** A wrapping element, noted; undefined when it would make the state too deep or too large. */
  wrap(node: HtmlElement, around: readonly Wrap[]): Wrap | undefined {
    const tag = this.tag(node);
    const path = around.reduce((sum, wrap) => sum + wrap.tag.length, tag.length);
    if (around.length >= MAX_WRAPS || tag.length > MAX_TAG || path > this.maxPath) return undefined;
    const id = this.nextId();
    this.origins.set(id, { open: [node.start, node.openEnd], close: [node.closeStart, node.end] });
    return { id, tag };
  }

  /** Counts the tags that a text or block carries. */
  spend(wraps: readonly Wrap[]): void {
    for (const wrap of wraps) this.budget -= wrap.tag.length;
    if (this.budget < 0) throw new TooCostly();
  }

  note<T extends NodeJson>(node: T, origin: Origin): T {
    this.origins.set(node, origin);
    return node;
  }

  noteElement<T extends NodeJson>(node: T, element: HtmlElement): T {
    const { start, openEnd, closeStart, end } = element;
    return this.note(node, { open: [start, openEnd], close: [closeStart, end], element });
  }

  /** The bytes of a node that is kept as it is, ended where the source does not end it; `make` makes the block of them. */
  keep({ start, end }: Place, make: (html: string) => NodeJson): NodeJson {
    const bytes = this.html.slice(start, end);
    const { missing, markEnds } = readHtml(bytes);
    return this.note(make(bytes + missing), {
      open: [start, end],
      unfinished: missing !== '',
      openMarks: [...markEnds].flatMap(([mark, markEnd]) => (Number.isFinite(markEnd) ? [] : [start + mark])),
    });
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

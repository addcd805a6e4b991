import * as z from 'zod';
import { isStorable } from '../../../endpoints/lists/definition/texts.ts';
import { alignmentOf, withAlignment } from '../html/startTag.ts';
import type { HtmlElement } from '../html/tree.ts';
import type { ImportContext } from '../import/context.ts';
import type { Reason } from '../safety/reasons.ts';
import { type Kept, NODE_STATE, type NodeJson, toNodeState, type Wrap } from '../state.ts';

/** Where a node may stand. */
type Level = 'root' | 'block' | 'list' | 'item' | 'table' | 'row' | 'cell' | 'link' | 'leaf';

/** How a block stands beside others: by itself, as text outside any paragraph, or as a kept piece inside a line. */
export type Edge = 'apart' | 'bare' | 'inline';

/** Renders what stands in a node. */
export interface Writer {
  inline(children: readonly NodeJson[]): string;
  /** Blocks, each with tags of its own unless it is the only one. */
  blocks(children: readonly NodeJson[]): string;
}

/** All that is known of one type of node. */
export interface Kind {
  type: string;
  level: Level;
  /** What may stand in it; undefined where nothing may. */
  holds?: readonly Level[];
  /** What the editor may send of it, besides its type, children and node state. */
  shape?: z.ZodRawShape;
  /** The start tag around its inline content; '' for none. */
  tag?(node: NodeJson, kept: Kept): string;
  /** Its HTML, where that is not its {@link Kind.tag} around its inline content. */
  render?(node: NodeJson, write: Writer): string;
  /** How such HTML stands. @default apart */
  edge?(html: string): Edge;
  /** The elements on lines of their own that it opens at an import. */
  elements?: Iterable<string>;
  /** The node of such an element, inside `wraps`; undefined where it is none of this kind. */
  open?(element: HtmlElement, wraps: Wrap[], context: ImportContext): NodeJson | undefined;
  /** The address that it leads to; undefined for none. */
  leadsTo?(node: NodeJson): string | undefined;
  /** The document that it refers to; undefined for none. */
  refersTo?(node: NodeJson): DocumentName | undefined;
}

/** A document by the slug of its collection and its id. */
export interface DocumentName {
  collection: string;
  id: string;
  /** It is shown as a picture, not linked. */
  isShown?: boolean;
}

/** What stands in an address as it is. */
const NAME = /^[\w.~-]+$/;

/** A document, as Payload names it. */
export const documentShape = z.looseObject({
  relationTo: z.string().regex(NAME),
  value: z.union([z.int(), z.string().regex(NAME)]),
});

/** The name in one string, as HTML and hidden fields store it. */
export function documentName({ collection, id }: DocumentName): string {
  return `${collection}/${id}`;
}

/** What stands in a line of text. */
export const LINE = ['link', 'leaf'] as const;

/** Text that can be stored and published. */
export const words = z.string().refine(isStorable, { error: 'character' satisfies Reason['code'] });

export const alignment = z.enum(['', 'left', 'start', 'center', 'right', 'end', 'justify']).optional();

/** What Lexical 0.50 writes of every node that holds others. */
export const element = (format = '') => ({ direction: null, format, indent: 0, version: 1 });

export function withState(node: NodeJson, kept: Kept): NodeJson {
  const held = toNodeState(kept);
  return held ? { ...node, [NODE_STATE]: held } : node;
}

/** The tag of a block, changed only where its alignment is another. */
export function aligned(tag: string, { format }: NodeJson): string {
  const wanted = typeof format === 'string' ? format : '';
  return alignmentOf(tag) === wanted ? tag : withAlignment(tag || '<p>', wanted);
}

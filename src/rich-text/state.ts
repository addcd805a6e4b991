import { kindOf } from './html/elements.ts';
import { nameOf, parseStartTag } from './html/startTag.ts';
import { KEPT_BLOCK, KEPT_INLINE } from './nodeTypes.ts';

/** A node of an editor state as JSON: what a client sends, so nothing but its type is sure. */
export interface NodeJson {
  type: string;
  [key: string]: unknown;
}

/** An element around a node that Lexical has no place for. Outer elements have lower numbers than inner ones. */
export interface Wrap {
  id: number;
  /** The start tag as the source has it. */
  tag: string;
}

/** What a node keeps of the markup it came from, in Lexical's node state (the `$` of its JSON). */
export interface Kept {
  /** The node's own start tag as the source has it; '' when it has none (text outside any paragraph). */
  tag?: string;
  /** A link's (or {@link list}'s) own number among the numbers of {@link Wrap}. */
  n?: number;
  /**
   * The start tag of an item's own list, where another list of the same kind comes right before it: Lexical makes one list of
   * two such neighbours. `n` tells it from the next such list, `wraps` are around the list.
   */
  list?: string;
  /** What stands above a table. */
  caption?: string;
  /** A nested list that stands for itself, not inside the item before it. */
  alone?: boolean;
  /** Outermost first. */
  wraps: Wrap[];
}

/** The key under which Lexical puts a node's state in its JSON. */
export const NODE_STATE = '$';

/** Under `h` and its number, a node keeps a {@link Wrap}. */
export const WRAP_KEY = /^h(\d{1,9})$/;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isNode(value: unknown): value is NodeJson {
  return isRecord(value) && typeof value.type === 'string';
}

/** A node's children; none where there are no such things. */
export function childrenOf(node: unknown): NodeJson[] {
  return isRecord(node) && Array.isArray(node.children) ? node.children.filter(isNode) : [];
}

/** The root's children of an editor state; none for anything else. */
export function blocksOf(state: unknown): NodeJson[] {
  return isRecord(state) ? childrenOf(state.root) : [];
}

/** What a node keeps. Whatever is not exactly one start tag is left out, so it can't become markup. */
export function keptOf(node: NodeJson): Kept {
  const held = node[NODE_STATE];
  if (!isRecord(held)) return { wraps: [] };
  const wraps: Wrap[] = [];
  for (const [key, tag] of Object.entries(held)) {
    const id = WRAP_KEY.exec(key)?.[1];
    if (id && isStartTag(tag) && wrapsText(tag)) wraps.push({ id: Number(id), tag });
  }
  wraps.sort((a, b) => a.id - b.id);
  const kept: Kept = { wraps };
  if (held.tag === '' || isStartTag(held.tag)) kept.tag = held.tag;
  if (typeof held.n === 'number') kept.n = held.n;
  if (isStartTag(held.list)) kept.list = held.list;
  if (typeof held.caption === 'string') kept.caption = held.caption;
  if (held.alone === true) kept.alone = true;
  return kept;
}

function isStartTag(value: unknown): value is string {
  return typeof value === 'string' && parseStartTag(value) !== undefined;
}

/** Elements whose content is no text (or that have none) can't stand around one. */
function wrapsText(tag: string): boolean {
  const kind = kindOf(nameOf(tag));
  return kind === 'inline' || kind === 'container' || kind === 'heading' || kind === 'list';
}

/** The node state that {@link keptOf} reads back; undefined when there is nothing to keep. */
export function toNodeState({ wraps, ...own }: Kept): Record<string, unknown> | undefined {
  const held = { ...own, ...Object.fromEntries(wraps.map(({ id, tag }) => [`h${id}`, tag])) };
  return Object.keys(held).length > 0 ? held : undefined;
}

/** The HTML that a node keeps as it is; undefined for any other node. */
export function keptHtmlOf({ type, html }: NodeJson): string | undefined {
  return (type === KEPT_BLOCK || type === KEPT_INLINE) && typeof html === 'string' ? html : undefined;
}

/** True for null, undefined and a state that shows nothing: one empty paragraph that keeps nothing of a source. */
export function isEmptyState(state: unknown): boolean {
  const [first, ...rest] = blocksOf(state);
  if (!first) return true;
  if (rest.length > 0 || first.type !== 'paragraph' || toNodeState(keptOf(first))) return false;
  return childrenOf(first).every((child) => child.type === 'text' && child.text === '');
}

/** True where nothing is left to see but one text block without text, as when an editor deletes all that was there. */
export function isBlank(state: unknown): boolean {
  const [first, ...rest] = blocksOf(state);
  if (!first) return true;
  if (rest.length > 0 || !Array.isArray(first.children) || keptOf(first).wraps.length > 0) return false;
  return (
    first.type !== 'list' && childrenOf(first).every((child) => child.type === 'text' && child.text === '')
  );
}

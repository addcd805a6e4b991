import { nameOf, withName } from '../html/startTag.ts';
import type { Line } from '../import/context.ts';
import type { Kept, NodeJson } from '../state.ts';
import { aligned, alignment, element, type Kind, LINE, withState } from './kind.ts';
import { isTextBlock } from './paragraph.ts';

/** A block that is a blockquote, or a text block inside one. */
export const quote: Kind = {
  type: 'quote',
  level: 'block',
  holds: LINE,
  shape: { format: alignment },
  tag: (node, kept) => aligned(ownTag(kept), node),
};

function ownTag({ tag, wraps }: Kept): string {
  if (isQuoted(wraps)) return tag !== undefined && isTextBlock(tag) ? tag : '<p>';
  return tag ? withName(tag, 'blockquote') : '<blockquote>';
}

/** True where one of some tags is a blockquote's. */
export function isQuoted(tags: readonly { tag: string }[]): boolean {
  return tags.some(({ tag }) => nameOf(tag) === 'blockquote');
}

export function quoteNode({ children, format, kept }: Line): NodeJson {
  return withState({ type: 'quote', ...element(format), children }, kept);
}

import { kindOf } from '../html/elements.ts';
import { nameOf, withName } from '../html/startTag.ts';
import type { Line } from '../import/context.ts';
import type { NodeJson } from '../state.ts';
import { aligned, alignment, element, type Kind, LINE, withState } from './kind.ts';

export const paragraph: Kind = {
  type: 'paragraph',
  level: 'block',
  holds: LINE,
  shape: { format: alignment },
  tag: (node, { tag }) => aligned(ownTag(tag), node),
};

function ownTag(tag = '<p>'): string {
  return isTextBlock(tag) && nameOf(tag) !== 'blockquote' ? tag : withName(tag, 'p');
}

/** True for the tag of an element that opens as a paragraph or a quote, and for none. */
export function isTextBlock(tag: string): boolean {
  return tag === '' || kindOf(nameOf(tag)) === 'container';
}

export function paragraphNode({ children, format, kept }: Line): NodeJson {
  return withState({ type: 'paragraph', ...element(format), textFormat: 0, textStyle: '', children }, kept);
}

import { z } from 'zod';
import { HEADINGS } from '../html/elements.ts';
import { withName } from '../html/startTag.ts';
import { aligned, alignment, element, type Kind, LINE, withState } from './kind.ts';

export const heading: Kind = {
  type: 'heading',
  level: 'block',
  holds: LINE,
  shape: { format: alignment, tag: z.enum(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']) },
  tag(node, { tag }) {
    const name = HEADINGS.has(String(node.tag)) ? String(node.tag) : 'h2';
    return aligned(tag ? withName(tag, name) : `<${name}>`, node);
  },
  elements: HEADINGS,
  open(node, wraps, context) {
    if (node.hasBlock) return undefined;
    const { children, format, kept } = context.line(node, wraps);
    return withState({ type: 'heading', tag: node.name, ...element(format), children }, kept);
  },
};

import { parseStartTag } from '../html/startTag.ts';
import type { Kind } from './kind.ts';

export const rule: Kind = {
  type: 'horizontalrule',
  level: 'block',
  render: () => '<hr>',
  elements: ['hr'],
  // Lexical's rule keeps nothing: one with attributes stays as it is.
  open: (element, _, context) =>
    parseStartTag(context.tag(element))?.attributes.length === 0
      ? { type: 'horizontalrule', version: 1 }
      : undefined,
};

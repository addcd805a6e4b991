import { isBlockLevel } from '../html/elements.ts';
import { firstName } from '../html/read.ts';
import { type HtmlNode, isBlock, parseHtml } from '../html/tree.ts';
import type { ImportContext } from '../import/context.ts';
import { KEPT_BLOCK, KEPT_INLINE } from '../nodeTypes.ts';
import { keptHtmlOf, type NodeJson, type Wrap } from '../state.ts';
import { aligned, alignment, type Edge, type Kind, withState, words } from './kind.ts';

/** HTML that Lexical lacks, as it is, on lines of its own. */
export const kept: Kind = {
  type: KEPT_BLOCK,
  level: 'block',
  shape: { format: alignment, html: words },
  /** One that the editor aligned gets a box around it: its own tags stay as they are. */
  render(node) {
    const html = keptHtmlOf(node) ?? '';
    const box = aligned('<div>', node);
    return box === '<div>' ? html : `${box}${html}</div>`;
  },
  edge(html): Edge {
    const first = firstName(html) ?? '';
    if (first === '#comment' || isBlockLevel(first)) return 'apart';
    return parseHtml(html).nodes.some(isBlock) ? 'apart' : 'inline';
  },
};

/** The same inside a line. */
export const keptInline: Kind = {
  type: KEPT_INLINE,
  level: 'leaf',
  shape: { html: words },
  render: (node) => keptHtmlOf(node) ?? '',
};

export function keptInlineNode(html: string, wraps: Wrap[]): NodeJson {
  return withState({ type: KEPT_INLINE, version: 1, html }, { wraps });
}

/** Some HTML of an import, kept as it is. */
export function keepBlock(context: ImportContext, node: HtmlNode, wraps: Wrap[]): NodeJson {
  context.spend(wraps);
  return withState({ type: KEPT_BLOCK, version: 1, format: '', html: context.keep(node) }, { wraps });
}

import type { HtmlElement } from '../html/tree.ts';
import type { ImportContext } from '../import/context.ts';
import type { NodeJson, Wrap } from '../state.ts';
import { kept, keptInline } from './kept.ts';
import type { Kind } from './kind.ts';
import { autolink, link } from './link.ts';
import { list, listitem } from './list.ts';
import { heading, linebreak, paragraph, picture, quote, rule, tab, text, video } from './plain.ts';
import { table, tablecell, tablerow } from './table.ts';

const root: Kind = { type: 'root', level: 'root', holds: ['block', 'list', 'table'] };

const ALL = [
  ...[root, paragraph, heading, quote, list, listitem, rule, picture, kept],
  ...[table, tablerow, tablecell, video],
  ...[link, autolink, text, tab, linebreak, keptInline],
];

/** Every kind of node that a text is made of, by its type. */
export const KINDS: ReadonlyMap<string, Kind> = new Map(ALL.map((kind) => [kind.type, kind]));

const OPENING = ALL.map(({ elements, open }) => ({ names: new Set(elements), open }));

/** The node that an element on lines of its own opens as; undefined for none. */
export function openElement(
  element: HtmlElement,
  wraps: Wrap[],
  context: ImportContext,
): NodeJson | undefined {
  for (const { names, open } of OPENING) {
    const node = names.has(element.name) ? open?.(element, wraps, context) : undefined;
    if (node) return node;
  }
  return undefined;
}

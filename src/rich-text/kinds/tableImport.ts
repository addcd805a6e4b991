import { decodeHTML } from 'entities/decode';
import { alignmentOf, attributeOf, parseStartTag } from '../html/startTag.ts';
import type { HtmlElement, HtmlNode } from '../html/tree.ts';
import type { ImportContext } from '../import/context.ts';
import { childrenOf, type NodeJson, type Wrap } from '../state.ts';
import { element, withState } from './kind.ts';
import { paragraphNode } from './plain.ts';

/** Lexical's bits of a heading: of a cell in a row of headings, and in a column of them. */
export const ROW = 1;
export const COLUMN = 2;

/** More cells than these are not added to rows that are too short: the state stays in proportion to the source. */
const MAX_ADDED = 200;

/** How many columns and rows a cell takes. */
export function spansOf({ colSpan, rowSpan }: NodeJson): { colSpan: number; rowSpan: number } {
  const span = (value: unknown) => (typeof value === 'number' && value > 1 ? value : 1);
  return { colSpan: span(colSpan), rowSpan: span(rowSpan) };
}

interface Section {
  isHead: boolean;
  rows: HtmlNode[];
}

/** Undefined for what a table of Lexical cannot say: a table in it, or something outside its cells. */
export function importTable(context: ImportContext, node: HtmlElement, wraps: Wrap[]): NodeJson | undefined {
  const tag = context.tag(node);
  const parts = partsOf(context, node);
  if (!parts || !parseStartTag(tag) || holdsTable(node)) return undefined;
  const rows: NodeJson[] = [];
  for (const section of parts.sections) {
    for (const [i, row] of section.rows.entries()) {
      const imported = importRow(context, row, section.isHead, section.rows.length - i);
      if (!imported) return undefined;
      rows.push(imported);
    }
  }
  if (rows.length === 0 || !fillUp(rows)) return undefined;
  context.spend(wraps);
  const own = tag.toLowerCase() === '<table>' ? {} : { tag };
  const caption = parts.caption && wordsIn(context, parts.caption);
  return withState(
    { type: 'table', ...element(), children: rows },
    { ...own, ...(caption && { caption }), wraps },
  );
}

function holdsTable(table: HtmlElement): boolean {
  const open = [...table.children];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === 'text') continue;
    if (node.name === 'table') return true;
    open.push(...node.children);
  }
  return false;
}

/** Undefined where something stands between the rows. */
function partsOf(context: ImportContext, table: HtmlElement) {
  const sections: Section[] = [];
  let caption: HtmlElement | undefined;
  const bodies = ['tbody', 'tfoot'];
  for (const child of table.children) {
    if (isSilent(context, child)) continue;
    if (child.kind === 'text') return undefined;
    if (child.name === 'caption' && child.kind === 'element' && !caption) caption = child;
    else if (child.name === 'thead' || bodies.includes(child.name)) {
      const rows = child.children.filter((each) => !isSilent(context, each));
      if (rows.some((row) => !isNamed(row, 'tr'))) return undefined;
      sections.push({ isHead: child.name === 'thead', rows });
    } else return undefined;
  }
  return { sections, caption };
}

/** True for white space, comments, and what only says how wide columns are. */
function isSilent(context: ImportContext, node: HtmlNode): boolean {
  if (node.kind === 'piece') return ['#comment', 'colgroup', 'col'].includes(node.name);
  return node.kind === 'text' && context.isNothing(node);
}

function isNamed(node: HtmlNode, name: string): boolean {
  return node.kind !== 'text' && node.name === name;
}

/** @param below how many rows there are from this one on in its section */
function importRow(
  context: ImportContext,
  row: HtmlNode,
  isHead: boolean,
  below: number,
): NodeJson | undefined {
  if (row.kind === 'text') return undefined;
  const cells = row.children.filter((each) => !isSilent(context, each));
  const isCell = (each: HtmlNode): each is HtmlElement =>
    each.kind === 'element' && (each.name === 'td' || each.name === 'th');
  if (!cells.every(isCell)) return undefined;
  const allHeads = isHead || cells.every(({ name }) => name === 'th');
  const children = cells.map((cell, i) => {
    const fallback = allHeads || i > 0 ? ROW : COLUMN;
    return importCell(context, cell, isHead || cell.name === 'th' ? fallback : 0, below);
  });
  const tag = row.kind === 'element' ? context.tag(row) : '<tr>';
  const own = tag.toLowerCase() === '<tr>' || !parseStartTag(tag) ? {} : { tag };
  return withState({ type: 'tablerow', ...element(), children }, { ...own, wraps: [] });
}

function importCell(context: ImportContext, cell: HtmlElement, heads: number, below: number): NodeJson {
  const tag = context.tag(cell);
  const scope = cell.name === 'th' ? attributeOf(tag, 'scope')?.toLowerCase() : undefined;
  const headerState = scope?.startsWith('row') ? COLUMN : scope?.startsWith('col') ? ROW : heads;
  const blocks = context.blocks(cell.children);
  const empty = paragraphNode({ children: [], format: '', kept: { wraps: [] } });
  const own = parseStartTag(tag)?.attributes.length ? { tag } : {};
  return withState(
    {
      type: 'tablecell',
      ...element(alignmentOf(tag)),
      backgroundColor: null,
      colSpan: Math.min(spanOf(tag, 'colspan') || 1, 1000),
      headerState,
      rowSpan: Math.min(spanOf(tag, 'rowspan') ?? 1, below) || below,
      children: blocks.length > 0 ? blocks : [empty],
    },
    { ...own, wraps: [] },
  );
}

/** Undefined for what is no number; a `rowspan` of 0 goes on to the end of its section. */
function spanOf(tag: string, name: string): number | undefined {
  const [digits] = /^\d{1,9}/.exec(attributeOf(tag, name)?.trim() ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Lexical gives every row as many cells as the longest has. False where that would be too many. */
function fillUp(rows: readonly NodeJson[]): boolean {
  const widths = rows.map(() => 0);
  for (const [i, row] of rows.entries()) {
    for (const cell of childrenOf(row)) {
      const { colSpan, rowSpan } = spansOf(cell);
      for (let at = i; at < i + rowSpan; at++) widths[at] = (widths[at] ?? 0) + colSpan;
    }
  }
  const width = widths.reduce((most, each) => Math.max(most, each), 0);
  const missing = widths.reduce((sum, each) => sum + width - each, 0);
  if (width === 0 || missing > MAX_ADDED + rows.length) return false;
  for (const [i, row] of rows.entries()) {
    const cells = childrenOf(row);
    const heads = Number(cells.at(-1)?.headerState ?? 0) & ROW;
    for (let at = widths[i] ?? 0; at < width; at++) cells.push(emptyCell(heads));
    row.children = cells;
  }
  return true;
}

function emptyCell(headerState: number): NodeJson {
  const children = [paragraphNode({ children: [], format: '', kept: { wraps: [] } })];
  const spans = { colSpan: 1, rowSpan: 1, backgroundColor: null };
  return { type: 'tablecell', ...element(), ...spans, headerState, children };
}

function wordsIn(context: ImportContext, { children }: HtmlElement): string {
  const texts: string[] = [];
  const walk = (nodes: readonly HtmlNode[]) => {
    for (const node of nodes) {
      if (node.kind === 'text') texts.push(decodeHTML(context.html.slice(node.start, node.end)));
      else walk(node.children);
    }
  };
  walk(children);
  return texts.join('').replace(/\s+/g, ' ').trim();
}

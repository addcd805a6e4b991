import * as z from 'zod';
import { alignmentOf, attributeOf, endTag, escapeText, nameOf } from '../html/startTag.ts';
import { childrenOf, keptOf, type NodeJson } from '../state.ts';
import { keepBlock } from './kept.ts';
import { aligned, alignment, type Kind, type Writer } from './kind.ts';
import { paragraph } from './plain.ts';
import { COLUMN, importTable, ROW, spansOf } from './tableImport.ts';

/** The nodes of Lexical's tables. Its widths, colours and stripes are for the editor alone: nobody else gets to see them. */
export const table: Kind = {
  type: 'table',
  level: 'table',
  holds: ['row'],
  render: renderTable,
  elements: ['table'],
  open: (element, wraps, context) =>
    importTable(context, element, wraps) ?? keepBlock(context, element, wraps),
};

export const tablerow: Kind = { type: 'tablerow', level: 'row', holds: ['cell'] };

/** HTML itself allows no more columns in one (4.9.11). */
const MAX_SPAN = 1000;
const span = z.int().min(1).max(MAX_SPAN).optional();

export const tablecell: Kind = {
  type: 'tablecell',
  level: 'cell',
  holds: ['block', 'list'],
  shape: {
    format: alignment,
    headerState: z
      .int()
      .min(0)
      .max(ROW + COLUMN),
    colSpan: span,
    rowSpan: span,
  },
};

/** What opens with a table. */
export const TABLE_ELEMENTS: readonly string[] = [
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
];

function renderTable(node: NodeJson, write: Writer): string {
  const rows = childrenOf(node);
  if (rows.length === 0) return '';
  const { tag, caption } = keptOf(node);
  const own = tag && nameOf(tag) === 'table' ? tag : '<table>';
  const title = caption ? `<caption>${escapeText(caption)}</caption>` : '';
  const heads = countHeads(rows);
  const written = rows.map((row) => renderRow(row, write));
  const head = group('thead', written.slice(0, heads));
  return own + title + head + group('tbody', written.slice(heads)) + endTag(own);
}

function group(name: string, rows: readonly string[]): string {
  return rows.length > 0 ? `<${name}>${rows.join('')}</${name}>` : '';
}

/** How many rows at the top hold headings only; none where a cell of theirs reaches further down. */
function countHeads(rows: readonly NodeJson[]): number {
  const isHead = (row: NodeJson) => {
    const cells = childrenOf(row);
    return cells.length > 0 && cells.every((cell) => (headerOf(cell) & ROW) !== 0);
  };
  const first = rows.findIndex((row) => !isHead(row));
  const heads = Math.max(0, first);
  const reaches = (row: NodeJson, i: number) =>
    childrenOf(row).some((cell) => i + spansOf(cell).rowSpan > heads);
  return rows.slice(0, heads).some(reaches) ? 0 : heads;
}

function renderRow(row: NodeJson, write: Writer): string {
  const { tag } = keptOf(row);
  const own = tag && nameOf(tag) === 'tr' ? tag : '<tr>';
  const cells = childrenOf(row).map((cell) => renderCell(cell, write));
  return own + cells.join('') + endTag(own);
}

function renderCell(cell: NodeJson, write: Writer): string {
  const tag = tagOf(cell);
  const children = childrenOf(cell);
  const [only] = children;
  const inside =
    only && children.length === 1 && isPlain(only, cell)
      ? write.inline(childrenOf(only))
      : write.blocks(children);
  return tag + inside + endTag(tag);
}

/** A paragraph that says nothing its cell does not say. */
function isPlain(node: NodeJson, cell: NodeJson): boolean {
  const { tag = '', wraps } = keptOf(node);
  const isAsCell = !node.format || node.format === cell.format;
  return node.type === paragraph.type && tag === '' && wraps.length === 0 && isAsCell;
}

/** The one it came with, as long as it says the same. */
function tagOf(cell: NodeJson): string {
  const header = headerOf(cell);
  const name = header > 0 ? 'th' : 'td';
  const { colSpan, rowSpan } = spansOf(cell);
  const { tag } = keptOf(cell);
  const saysTheSame =
    tag !== undefined &&
    nameOf(tag) === name &&
    Number(attributeOf(tag, 'colspan') ?? 1) === colSpan &&
    Number(attributeOf(tag, 'rowspan') ?? 1) === rowSpan &&
    alignmentOf(tag) === (cell.format ?? '');
  if (saysTheSame) return tag;
  const attributes = [
    header > 0 && `scope="${header & ROW ? 'col' : 'row'}"`,
    colSpan > 1 && `colspan="${colSpan}"`,
    rowSpan > 1 && `rowspan="${rowSpan}"`,
  ].filter(Boolean);
  return aligned(`<${[name, ...attributes].join(' ')}>`, cell);
}

function headerOf({ headerState }: NodeJson): number {
  return typeof headerState === 'number' ? headerState : 0;
}

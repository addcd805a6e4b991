import type { Block, Cell, TableBlock } from './content.ts';
import { attribute, childrenNamed, type Element, isElement, isHidden, stylesOf, textOf } from './dom.ts';

/** No sheet is wider. */
const MOST_COLUMNS = 1000;
/** No text of a cell runs on over more. */
const WIDEST_TEXT = 30;

/**
 * Takes hidden rows, columns and cells out of a table; cells that go over them are smaller.
 * @param text the plain text beside it
 */
export function hideCells(table: Element, text: string): void {
  const columns = new Set([...hiddenColumns(table), ...hideUnseen(table, text)]);
  table.childNodes = table.childNodes.filter((child) => !(isElement(child) && isHidden(child)));
  const rows = rowsOf(table, 'thead', 'tbody', 'tfoot');
  /** How many rows before each are hidden. */
  const before = [0];
  for (const row of rows) before.push((before.at(-1) ?? 0) + (isHidden(row) ? 1 : 0));
  /** In each column, the row in which the cell above has ended. */
  const ends: number[] = [];
  for (const [i, row] of rows.entries()) {
    let at = 0;
    row.childNodes = childrenNamed(row, 'td', 'th').filter((cell) => {
      while (at < MOST_COLUMNS && (ends[at] ?? 0) > i) at += 1;
      const rowSpan = Math.min(spanOf(cell, 'rowspan'), rows.length - i);
      const colSpan = spanOf(cell, 'colspan');
      let gone = 0;
      for (const end = Math.min(at + colSpan, MOST_COLUMNS); at < end; at++) {
        if (columns.has(at)) gone += 1;
        ends[at] = i + rowSpan;
      }
      const rowsGone = (before[i + rowSpan] ?? 0) - (before[i] ?? 0);
      span(cell, 'rowspan', Math.max(1, rowSpan - rowsGone));
      span(cell, 'colspan', Math.max(1, colSpan - gone));
      return gone < colSpan && !isHidden(cell);
    });
    if (isHidden(row)) row.childNodes = [];
  }
}

/** The rows in some sections of a table. */
function rowsOf(table: Element, ...sections: string[]): Element[] {
  return childrenNamed(table, ...sections).flatMap((section) => childrenNamed(section, 'tr'));
}

const lettersOf = (text: string) => text.replace(/\s/g, '');

/**
 * Hides the rows that the plain text leaves out, as Gnumeric leaves out hidden ones; none where the two differ in anything else.
 * @returns the columns that it leaves out
 */
function hideUnseen(table: Element, text: string): number[] {
  const rows = rowsOf(table, 'thead', 'tbody', 'tfoot');
  const cellsOf = (row: Element) => {
    let next = 0;
    return childrenNamed(row, 'td', 'th').map((cell) => {
      const at = next;
      next += spanOf(cell, 'colspan');
      return { at, isOne: next === at + 1, letters: lettersOf(textOf(cell)) };
    });
  };
  const names = text.split(/[\r\n]/, 1).flatMap((line) => line.split('\t').map(lettersOf));
  const columns: number[] = [];
  for (const { at, letters } of rows.slice(0, 1).flatMap(cellsOf))
    if (letters === names[0]) names.shift();
    else columns.push(at);
  if (names.length > 0) return [];
  const all = lettersOf(text);
  let end = 0;
  const unseen = rows.filter((row) => {
    const shown = cellsOf(row).filter(({ at, isOne }) => !(isOne && columns.includes(at)));
    const letters = shown.map((cell) => cell.letters).join('');
    const isSeen = all.startsWith(letters, end);
    if (isSeen) end += letters.length;
    return !isSeen;
  });
  if (all === '' || end < all.length) return [];
  for (const row of unseen) row.attrs.unshift({ name: 'style', value: 'display:none' });
  return columns;
}

function hiddenColumns(table: Element): Set<number> {
  const hidden = new Set<number>();
  let at = 0;
  const groups = childrenNamed(table, 'colgroup', 'col');
  const columns = groups.flatMap((each) => (each.tagName === 'col' ? [each] : childrenNamed(each, 'col')));
  for (const column of columns) {
    const end = Math.min(at + spanOf(column, 'span'), MOST_COLUMNS);
    for (; at < end; at++) if (isHidden(column)) hidden.add(at);
  }
  return hidden;
}

/** How many columns or rows a cell takes. */
function spanOf(cell: Element, name: string): number {
  const number = Number.parseInt(attribute(cell, name) ?? '1', 10);
  return number > 0 ? Math.min(number, name === 'rowspan' ? Number.MAX_SAFE_INTEGER : MOST_COLUMNS) : 1;
}

function span(cell: Element, name: string, value: number): void {
  cell.attrs = [...cell.attrs.filter((each) => each.name !== name), { name, value: String(value) }];
}

/** A table out of which hidden cells are taken. @param read the blocks in a cell */
export function tableOf(table: Element, read: (cell: Element) => Block[]): TableBlock {
  const cellsIn = (...sections: string[]) =>
    rowsOf(table, ...sections)
      .map((row) => childrenNamed(row, 'td', 'th').flatMap((cell) => cellsOf(cell, read)))
      .filter((cells) => cells.length > 0);
  const head = cellsIn('thead');
  const body = [...cellsIn('tbody'), ...cellsIn('tfoot')];
  narrow([...head, ...body]);
  return { kind: 'table', caption: childrenNamed(table, 'caption').map(textOf).join(' ').trim(), head, body };
}

function cellsOf(element: Element, read: (cell: Element) => Block[]): Cell[] {
  const scope = attribute(element, 'scope')?.toLowerCase() ?? '';
  const cell: Cell = {
    name: element.tagName,
    scope: element.tagName === 'th' && /^(?:row|col)(?:group)?$/.test(scope) ? scope : '',
    colSpan: spanOf(element, 'colspan'),
    rowSpan: spanOf(element, 'rowspan'),
    blocks: read(element),
  };
  // Excel says so of a text that runs on over empty cells.
  const isOverflow = stylesOf(element).get('mso-ignore')?.includes('colspan');
  if (!isOverflow || cell.colSpan > WIDEST_TEXT) return [cell];
  const empty = Array.from({ length: cell.colSpan - 1 }, () => ({ ...cell, colSpan: 1, blocks: [] }));
  return [{ ...cell, colSpan: 1 }, ...empty];
}

/**
 * No row is wider than those whose cells all take one column: pages write any number for the whole width. In a row that is full by
 * itself, no cell from above goes on: LibreOffice Calc counts hidden rows.
 */
function narrow(rows: readonly Cell[][]): void {
  const widthOf = (cells: readonly Cell[]) => cells.reduce((sum, { colSpan }) => sum + colSpan, 0);
  let width = 0;
  let open: { cell: Cell; from: number }[] = [];
  const widths = rows.map((cells, i) => {
    open = open.filter(({ cell, from }) => from + cell.rowSpan > i);
    const own = widthOf(cells);
    if (cells.length > 1 && width > 0 && own >= width) {
      for (const { cell, from } of open) cell.rowSpan = i - from;
      open = [];
    }
    const all = own + widthOf(open.map(({ cell }) => cell));
    if (cells.every(({ colSpan }) => colSpan === 1)) width = Math.max(width, all);
    for (const cell of cells) if (cell.rowSpan > 1) open.push({ cell, from: i });
    return all;
  });
  for (const [i, cells] of rows.entries()) {
    const [widest] = cells.toSorted((one, other) => other.colSpan - one.colSpan);
    const excess = (widths[i] ?? 0) - width;
    if (widest && width > 0 && excess > 0) widest.colSpan = Math.max(1, widest.colSpan - excess);
  }
}

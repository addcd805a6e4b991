import { type Block, type Cell, flatten } from './content.ts';
import {
  type Around,
  attribute,
  type Element,
  isElement,
  keepsSpace,
  marksWith,
  type Read,
  stylesOf,
  textOf,
} from './dom.ts';
import { spanOf } from './seen.ts';

/** A wider cell stands for the whole width. */
const WIDEST = 30;

interface Rows {
  head: Cell[][];
  body: Cell[][];
  foot: Cell[][];
}

/** A table; tables in it are what their cells hold. */
export function tableOf(read: Read, table: Element, around: Around): Block[] {
  const rows: Rows = { head: [], body: [], foot: [] };
  const captions: string[] = [];
  const readRows = (within: Element, into: Cell[][]) => {
    for (const child of within.childNodes) {
      if (!isElement(child)) continue;
      const name = child.tagName;
      if (name === 'caption') captions.push(textOf(child));
      else if (name === 'thead') readRows(child, rows.head);
      else if (name === 'tbody') readRows(child, rows.body);
      else if (name === 'tfoot') readRows(child, rows.foot);
      else if (name === 'tr') {
        const cells = child.childNodes.filter(isElement).flatMap((cell) => cellsOf(read, cell, around));
        if (cells.length > 0) into.push(cells);
      }
    }
  };
  readRows(table, rows.body);
  const { head } = rows;
  const body = [...rows.body, ...rows.foot];
  const caption = captions.join(' ').trim();
  if (head.length + body.length === 0) return flatten({ kind: 'table', caption, head, body });
  narrow([...head, ...body]);
  for (const section of [head, body]) endWithin(section);
  return [{ kind: 'table', caption, head, body }];
}

function cellsOf(read: Read, element: Element, around: Around): Cell[] {
  const scope = attribute(element, 'scope')?.toLowerCase() ?? '';
  const styles = stylesOf(element);
  const marks = marksWith(around.marks, element, styles);
  const inside = { ...around, marks, pre: keepsSpace(element, styles) ?? around.pre, isItem: false };
  const cell: Cell = {
    name: element.tagName,
    scope: element.tagName === 'th' && /^(?:row|col)(?:group)?$/.test(scope) ? scope : '',
    colSpan: spanOf(element, 'colspan'),
    rowSpan: spanOf(element, 'rowspan'),
    blocks: read(element, inside).flatMap((block) => (block.kind === 'table' ? flatten(block) : [block])),
  };
  // Excel says so of a text that runs on over empty cells.
  const isOverflow = styles.get('mso-ignore')?.includes('colspan') && cell.colSpan <= WIDEST;
  if (!isOverflow || cell.colSpan === 1) return [cell];
  const empty = Array.from({ length: cell.colSpan - 1 }, () => ({ ...cell, colSpan: 1, blocks: [] }));
  return [{ ...cell, colSpan: 1 }, ...empty];
}

/** No cell is wider than the others make the table. */
function narrow(rows: readonly Cell[][]): void {
  const widthOf = (cells: Cell[]) =>
    cells.reduce((sum, { colSpan }) => sum + (colSpan > WIDEST ? 1 : colSpan), 0);
  const width = rows.reduce((most, cells) => Math.max(most, widthOf(cells)), 1);
  for (const cell of rows.flat()) cell.colSpan = Math.min(cell.colSpan, width);
}

function endWithin(section: readonly Cell[][]): void {
  for (const [i, cells] of section.entries())
    for (const cell of cells) cell.rowSpan = Math.min(cell.rowSpan, section.length - i);
}

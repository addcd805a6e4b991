import type { DefaultTreeAdapterTypes as Dom } from 'parse5';
import {
  attribute,
  classesOf,
  declarationsOf,
  type Element,
  isElement,
  setAttribute,
  stylesOf,
  textOf,
} from './dom.ts';

/** Of a style sheet, what says how something reads or whether it shows at all. */
const READ =
  /^(?:clip|clip-path|display|font|font-size|font-style|font-weight|height|left|list-style|list-style-type|max-height|mso-hide|opacity|overflow|position|text-decoration|text-indent|top|vertical-align|visibility|white-space|width)$/;
/** The same, where it is said of all elements of a name. */
const READ_OF_NAMES = /^(?:display|mso-hide|visibility)$/;

/** Takes out of a page what nobody has seen of it, and writes into its elements what its style sheets say of their classes. */
export function keepSeen(document: Dom.Document): void {
  const rules = rulesOf(document);
  const tables: Element[] = [];
  const open: { parent: Dom.ParentNode; state: Seen }[] = [{ parent: document, state: {} }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { parent, state } = next;
    parent.childNodes = parent.childNodes.filter((node) => {
      if ('value' in node) return !state.isInvisible && !state.isSizeless;
      if (!isElement(node)) return true;
      dress(node, rules);
      const inside = seenIn(node, state);
      if (inside) open.push({ parent: node, state: inside });
      return inside !== undefined;
    });
    if ('tagName' in parent && parent.tagName === 'table') tables.push(parent);
  }
  for (const table of tables) hideCells(table);
}

/** What an element says of the text in it, until one in it says otherwise. */
interface Seen {
  isInvisible?: boolean;
  isSizeless?: boolean;
  /** In what is for eyes alone: what says the same in it is judged with it. */
  isForEyes?: boolean;
}

const VISIBILITY = /^(?:visible|hidden|collapse)$/;
/** A size that is not one of the size around it. */
const OWN_SIZE =
  /^(?:[\d.]+(?:px|pt|pc|rem|cm|mm|in|v\w+)|0[.0]*(?:e[mx]|%)?|medium|(?:x+-)?(?:small|large))$/;

/** Undefined for an element that nobody has seen. */
function seenIn(element: Element, around: Seen): Seen | undefined {
  const styles = stylesOf(element);
  if (isHidden(element, styles)) return undefined;
  const { tagName } = element;
  const visibility = VISIBILITY.exec(styles.get('visibility') ?? '')?.[0];
  const isInvisible = visibility === undefined ? around.isInvisible : visibility !== 'visible';
  if (isInvisible && tagName === 'img') return undefined;
  const isForEyes = attribute(element, 'aria-hidden') === 'true';
  if (isForEyes && !around.isForEyes && isDecoration(element)) return undefined;
  const size = OWN_SIZE.exec(styles.get('font-size') ?? '')?.[0];
  return {
    ...around,
    ...(isForEyes && { isForEyes }),
    ...(isInvisible !== undefined && { isInvisible }),
    ...(size !== undefined && { isSizeless: Number.parseFloat(size) === 0 }),
  };
}

function isHidden(element: Element, styles: ReadonlyMap<string, string>): boolean {
  const { tagName } = element;
  const has = (name: string) => attribute(element, name) !== undefined;
  // The second form of a formula that its readers see.
  if (tagName === 'annotation' || tagName === 'annotation-xml') return true;
  if (tagName === 'dialog' && !has('open')) return true;
  if (tagName === 'input' && attribute(element, 'type')?.toLowerCase() === 'hidden') return true;
  if (tagName === 'img' && isPixel(element, styles)) return true;
  // The place of a cell counts, hidden or not: `hideCells` takes them out.
  const isCell = tagName === 'td' || tagName === 'th' || tagName === 'tr' || tagName === 'col';
  if (!isCell && isNotShown(element)) return true;
  return (
    styles.get('mso-hide') === 'all' ||
    Number.parseFloat(styles.get('opacity') ?? '1') === 0 ||
    isOffScreen(styles) ||
    classesOf(element).some((name) => READER_ONLY.test(name) || ICON_FONT.test(name))
  );
}

function isNotShown(element: Element): boolean {
  const display = stylesOf(element).get('display');
  return display === 'none' || attribute(element, 'hidden') !== undefined;
}

/** An image by which a sender counts readers. */
function isPixel(element: Element, styles: ReadonlyMap<string, string>): boolean {
  const isOne = (side: string) => {
    const size = Number.parseFloat(styles.get(side) ?? attribute(element, side) ?? '');
    return size <= 1;
  };
  return isOne('width') && isOne('height');
}

/** The classes by which pages name what only screen readers say. */
const READER_ONLY =
  /^(?:[a-z]+-)?(?:sr-only|visually-?hidden|screen-?reader(?:-text|-only|s-only)?|element-invisible|show-for-sr|a11y-hidden|hidden-?visually)(?:-focusable)?$/;

/** Fonts that show a word as an icon. */
const ICON_FONT = /^material-(?:icons|symbols)/;

/** Farther than any page shows, in whatever unit. */
const FAR = -900;

function isOffScreen(styles: ReadonlyMap<string, string>): boolean {
  const number = (name: string) => Number.parseFloat(styles.get(name) ?? '');
  if (number('text-indent') <= FAR) return true;
  const isCut = /^(?:hidden|clip)/.test(styles.get('overflow') ?? '');
  if (isCut && (number('max-height') === 0 || number('height') === 0)) return true;
  if (!/^(?:absolute|fixed)/.test(styles.get('position') ?? '')) return false;
  const isSmall = number('width') <= 1 && number('height') <= 1;
  const clip = styles.get('clip') ?? '';
  const isClipped =
    (clip.startsWith('rect(') &&
      !clip.includes('auto') &&
      (clip.match(/[\d.]+/g) ?? []).every((side) => Number(side) <= 1)) ||
    /^inset\((?:50|100)%/.test(styles.get('clip-path') ?? '');
  return (isCut && isSmall) || isClipped || number('left') <= FAR || number('top') <= FAR;
}

/** True for icons and other signs, which say nothing; words that only eyes are meant to read have been read. */
function isDecoration(element: Element): boolean {
  const isIcon = classesOf(element).some((name) => name.includes('icon'));
  const says = element.tagName === 'img' ? attribute(element, 'alt') : textOf(element);
  return isIcon || !/[\p{L}\p{N}]/u.test(says ?? '');
}

/** What style sheets say, by `.class`, `name.class` and `name`. */
type Rules = Map<string, Map<string, string>>;

/** What counts of style sheets is short, and an element has few classes: so reading takes time in proportion. */
const LONGEST_VALUE = 60;
const MOST_CLASSES = 20;

function dress(element: Element, rules: Rules): void {
  if (rules.size === 0) return;
  const { tagName } = element;
  const classes = [...new Set(classesOf(element))].slice(0, MOST_CLASSES);
  const names = [tagName, ...classes.flatMap((name) => [`.${name}`, `${tagName}.${name}`])];
  const said = names.flatMap((name) => [...(rules.get(name) ?? [])].map((each) => each.join(':')));
  if (said.length === 0) return;
  setAttribute(element, 'style', [...said, attribute(element, 'style') ?? ''].join(';'));
}

function rulesOf(document: Dom.Document): Rules {
  const rules: Rules = new Map();
  const open: Dom.ChildNode[] = [...document.childNodes];
  for (let node = open.pop(); node; node = open.pop()) {
    if (!isElement(node)) continue;
    if (node.tagName !== 'style') for (const child of node.childNodes) open.push(child);
    else for (const child of node.childNodes) if ('value' in child) addRules(child.value, rules);
  }
  return rules;
}

function addRules(sheet: string, rules: Rules): void {
  const css = sheet
    .split('/*')
    .map((part, i) => (i === 0 ? part : part.slice((part.indexOf('*/') + 1 || part.length) + 1)))
    .join('')
    .replace(/<!--|-->/g, '');
  let isConditional = false;
  for (const block of css.split('}')) {
    const [selectors = '', declarations, ...more] = block.split('{');
    // What is said for print or for other screens is not what has been seen.
    if (declarations === undefined) isConditional = false;
    else if (more.length > 0) isConditional = true;
    if (declarations === undefined || isConditional) continue;
    const said = [...declarationsOf(declarations)].filter(([, value]) => value.length <= LONGEST_VALUE);
    const ofClasses = said.filter(([property]) => READ.test(property));
    const ofNames = said.filter(([property]) => READ_OF_NAMES.test(property));
    if (ofClasses.length === 0) continue;
    for (const selector of selectors.toLowerCase().split(',')) {
      const name = selector.trim();
      if (!/^[\w:-]*(?:\.[\w-]+)?$/.test(name)) continue;
      const kept = rules.get(name) ?? new Map<string, string>();
      for (const [property, value] of name.includes('.') ? ofClasses : ofNames) kept.set(property, value);
      rules.set(name, kept);
    }
  }
}

/** No sheet is wider. */
const MOST_COLUMNS = 1000;

/** Takes hidden rows, columns and cells out of a table; cells that go over them are smaller. */
function hideCells(table: Element): void {
  const rows = rowsOf(table);
  const columns = hiddenColumns(table);
  /** How many rows before each are hidden. */
  const before = [0];
  for (const row of rows) before.push((before.at(-1) ?? 0) + (isNotShown(row) ? 1 : 0));
  /** In each column, the row in which the cell above has ended. */
  const ends: number[] = [];
  for (const [i, row] of rows.entries()) {
    let at = 0;
    row.childNodes = row.childNodes.filter((cell) => {
      if (!isElement(cell)) return true;
      const rowSpan = Math.min(spanOf(cell, 'rowspan'), rows.length - i);
      const rowsGone = (before[i + rowSpan] ?? 0) - (before[i] ?? 0);
      if (rowsGone > 0) setAttribute(cell, 'rowspan', String(Math.max(1, rowSpan - rowsGone)));
      if (columns.size === 0) return !isNotShown(cell);
      while (at < MOST_COLUMNS && (ends[at] ?? 0) > i) at += 1;
      const colSpan = Math.min(spanOf(cell, 'colspan'), MOST_COLUMNS);
      let columnsGone = 0;
      for (let k = 0; k < colSpan; k++, at++) {
        if (columns.has(at)) columnsGone += 1;
        if (at < MOST_COLUMNS) ends[at] = i + rowSpan;
      }
      if (columnsGone > 0) setAttribute(cell, 'colspan', String(colSpan - columnsGone));
      return columnsGone < colSpan && !isNotShown(cell);
    });
    if (isNotShown(row)) row.childNodes = [];
  }
}

function rowsOf(table: Element): Element[] {
  return table.childNodes.filter(isElement).flatMap((child) => {
    if (child.tagName === 'tr') return [child];
    const isSection = ['thead', 'tbody', 'tfoot'].includes(child.tagName);
    return isSection ? child.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'tr') : [];
  });
}

function hiddenColumns(table: Element): Set<number> {
  const hidden = new Set<number>();
  let at = 0;
  const groups = table.childNodes.filter(isElement);
  const all = groups.flatMap((child) =>
    child.tagName === 'colgroup' ? child.childNodes.filter(isElement) : [child],
  );
  for (const column of all.filter(({ tagName }) => tagName === 'col')) {
    const end = Math.min(at + spanOf(column, 'span'), MOST_COLUMNS);
    for (; at < end; at++) if (isNotShown(column)) hidden.add(at);
  }
  return hidden;
}

/** How many columns or rows a cell takes. */
export function spanOf(cell: Element, name: string): number {
  const span = Number.parseInt(attribute(cell, name) ?? '1', 10);
  return Number.isSafeInteger(span) && span > 0 ? span : 1;
}

/** What a clipboard says, without how it looks. */

/** A piece of a line, in marks and maybe in a link; a line break is one whose text is `\n`. */
export interface Run {
  text: string;
  /** Names of {@link DEFAULT_MARKS}. */
  marks: ReadonlySet<string>;
  /** '' for no link. */
  href: string;
}

export interface TextBlock {
  kind: 'text';
  tag: string;
  runs: Run[];
  /** Word's lists are paragraphs that say where in a list they are. */
  item?: ItemPlace | undefined;
}

/** What a list of HTML can say of its numbers: `type` is that of an `<ol>`, '' for plain ones. */
export type NumberType = '' | 'a' | 'A' | 'i' | 'I';

export interface Numbering {
  type: NumberType;
  number: number;
}

export interface ItemPlace {
  level: number;
  /** What its number can be read as, the likeliest first: `i.` is one or the ninth letter. None for a bullet. */
  readings: Numbering[];
  /** Which of the program's lists it is of. */
  list: string;
}

export interface ListBlock {
  kind: 'list';
  /** Undefined for bullets. */
  type: NumberType | undefined;
  /** The number of its first item. */
  start: number;
  items: Item[];
}

export interface Item {
  runs: Run[];
  lists: ListBlock[];
  /** Where it is not known to be the next one. */
  number?: number | undefined;
}

export interface TableBlock {
  kind: 'table';
  caption: string;
  head: Cell[][];
  body: Cell[][];
}

export interface Cell {
  name: string;
  scope: string;
  colSpan: number;
  rowSpan: number;
  blocks: Block[];
}

/** A picture, behind the block that it stands in. Blocks in others hold none: they stand behind those. */
export interface PictureBlock {
  kind: 'picture';
  src: string;
  alt: string;
  /** What stands below it. */
  caption: string;
}

export type Block = TextBlock | ListBlock | TableBlock | PictureBlock | { kind: 'rule' };

/** Runs as they show: white space as browsers collapse it, none at the ends of lines, no empty lines at either end. */
export function tidy(runs: readonly Run[]): Run[] {
  const shown: Run[] = [];
  let afterSpace = true;
  const trimEnd = () => {
    for (let last = shown.at(-1); last && last.text !== '\n'; last = shown.at(-1)) {
      const text = last.text.trimEnd();
      if (text !== '') {
        shown[shown.length - 1] = { ...last, text };
        return;
      }
      shown.pop();
    }
  };
  for (const run of runs) {
    if (run.text === '\n') {
      trimEnd();
      if (shown.length > 0) shown.push({ ...run, marks: new Set() });
      afterSpace = true;
      continue;
    }
    const collapsed = run.text.replace(/[\u200b\ufeff]/g, '').replace(/[\t\n\f\r ]+/g, ' ');
    const text: string = afterSpace ? collapsed.trimStart() : collapsed;
    if (text === '') continue;
    afterSpace = text.endsWith(' ');
    const marks = text.trim() === '' ? new Set<string>() : run.marks;
    const last = shown.at(-1);
    if (last && last.text !== '\n' && last.href === run.href && isSame(last.marks, marks))
      shown[shown.length - 1] = { ...last, text: last.text + text };
    else shown.push({ ...run, text, marks });
  }
  trimEnd();
  while (shown.at(-1)?.text === '\n') {
    shown.pop();
    trimEnd();
  }
  return shown;
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((mark) => other.has(mark));
}

export const LINE_BREAK: Run = { text: '\n', marks: new Set(), href: '' };

/** Adds texts to another, as lines of their own. */
export function addLines(runs: Run[], lines: readonly (readonly Run[])[]): void {
  for (const line of lines) {
    if (runs.length > 0) runs.push(LINE_BREAK);
    for (const run of line) runs.push(run);
  }
}

/** Those of Word's symbol fonts too. */
export const BULLET = '[•‣◦▪▫●○■□∙⁃·➢✓✔\\uf0b7\\uf0a7\\uf0d8\\uf0fc]';
const BULLETS = new RegExp(`^(?:${BULLET}\\s*)+`);

/** A text as what its lines are: those that begin with a bullet are items. */
export function splitAtBullets(block: TextBlock): TextBlock[] {
  const isPlain = block.tag === 'p' && !block.item;
  if (!isPlain || !block.runs.some(({ text }, i) => isAtStart(block.runs, i) && BULLETS.test(text)))
    return [block];
  const blocks: TextBlock[] = [];
  for (const [i, run] of block.runs.entries()) {
    const isItem = isAtStart(block.runs, i) && BULLETS.test(run.text);
    if (isItem || i === 0) blocks.push({ ...block, runs: [], ...(isItem && { item: BULLETED }) });
    blocks.at(-1)?.runs.push(isItem ? { ...run, text: run.text.replace(BULLETS, '') } : run);
  }
  const tidied = blocks.map((each) => ({ ...each, runs: tidy(each.runs) }));
  return tidied.filter(({ runs }) => runs.length > 0);
}

const BULLETED: ItemPlace = { list: 'bullet', level: 1, readings: [] };

function isAtStart(runs: readonly Run[], at: number): boolean {
  return at === 0 || runs[at - 1]?.text === '\n';
}

/** The text of some blocks, one line for each. */
export function linesOf(blocks: readonly Block[]): Run[][] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [block.runs];
    if (block.kind === 'list') return block.items.flatMap(({ runs, lists }) => [runs, ...linesOf(lists)]);
    return block.kind === 'table' ? linesOf(flatten(block)) : [];
  });
}

/** A table where there can be none: what its cells hold, one after the other. */
export function flatten({ caption, head, body }: TableBlock): Block[] {
  const above: Block[] = caption
    ? [{ kind: 'text', tag: 'p', runs: [{ text: caption, marks: new Set(), href: '' }] }]
    : [];
  return [...above, ...[...head, ...body].flatMap((cells) => cells.flatMap(({ blocks }) => blocks))];
}

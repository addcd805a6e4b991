/** What a clipboard says, without how it looks. */

/** A piece of a line, in marks and maybe in a link; a line break is one whose text is `\n`. */
export interface Run {
  text: string;
  /** Bits of {@link DEFAULT_MARKS}. */
  marks: number;
  /** '' for no link. */
  href: string;
}

export interface TextBlock {
  kind: 'text';
  tag: string;
  runs: Run[];
  /** The item of a list that it stands in. Blocks of one item name the same object. */
  item?: ItemPlace | undefined;
}

/** What a list of HTML can say of its numbers: `type` is that of an `<ol>`, '' for plain ones. */
export type NumberType = '' | 'a' | 'A' | 'i' | 'I';

export interface Numbering {
  type: NumberType;
  /** Undefined for the next one. */
  number: number | undefined;
}

/** Where an item stands, in HTML as in Word, whose lists are paragraphs that say it. */
export interface ItemPlace {
  /** Which of the program's lists it is of: compared, not read. */
  list: unknown;
  level: number;
  /** What its number can be read as, the likeliest first: `i.` is one or the ninth letter. None for a bullet. */
  readings: Numbering[];
  /** A number that HTML cannot write: it is among the words. */
  words?: string | undefined;
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
}

export type Block = TextBlock | TableBlock | PictureBlock | { kind: 'rule' };

export function plainRun(text: string): Run {
  return { text, marks: 0, href: '' };
}

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
      if (shown.length > 0) shown.push(plainRun('\n'));
      afterSpace = true;
      continue;
    }
    const collapsed = run.text.replace(/[\u200b\ufeff]/g, '').replace(/[\t\n\f\r ]+/g, ' ');
    const text: string = afterSpace ? collapsed.trimStart() : collapsed;
    if (text === '') continue;
    afterSpace = text.endsWith(' ');
    const marks = text.trim() === '' ? 0 : run.marks;
    const last = shown.at(-1);
    if (last && last.text !== '\n' && last.href === run.href && last.marks === marks)
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

/** Those of Word's symbol fonts too. */
export const BULLET = '[•‣◦▪▫●○■□∙⁃·➢✓✔\\uf0b7\\uf0a7\\uf0d8\\uf0fc]';
const BULLETS = new RegExp(`^(?:${BULLET}\\s*)+`);

/** A text as what its lines are: those that begin with a bullet are items. */
export function splitAtBullets(block: TextBlock): TextBlock[] {
  const { runs } = block;
  const isBulleted = ({ text }: Run, at: number) =>
    (at === 0 || runs[at - 1]?.text === '\n') && BULLETS.test(text);
  if (block.tag !== 'p' || block.item || !runs.some(isBulleted)) return [block];
  const blocks: TextBlock[] = [];
  for (const [i, run] of runs.entries()) {
    const item = isBulleted(run, i) ? { list: 'bullet', level: 1, readings: [] } : undefined;
    if (item || i === 0) blocks.push({ ...block, runs: [], item });
    blocks.at(-1)?.runs.push(item ? { ...run, text: run.text.replace(BULLETS, '') } : run);
  }
  return blocks.map((each) => ({ ...each, runs: tidy(each.runs) })).filter(({ runs }) => runs.length > 0);
}

/** A page has one h1, its title: headings begin at h2, and as many levels as there are stay apart. */
export function keepLevels(blocks: readonly Block[]): void {
  const headings: TextBlock[] = [];
  const collect = (some: readonly Block[]) => {
    for (const block of some) {
      if (block.kind === 'text' && /^h\d$/.test(block.tag)) headings.push(block);
      if (block.kind === 'table')
        for (const cell of [...block.head, ...block.body].flat()) collect(cell.blocks);
    }
  };
  collect(blocks);
  const levels = new Map<string, number>();
  let last = 1;
  for (const tag of [...new Set(headings.map((each) => each.tag))].sort()) {
    last = Math.max(Number(tag.slice(1)), last + 1);
    levels.set(tag, Math.min(last, 6));
  }
  for (const heading of headings) heading.tag = `h${levels.get(heading.tag)}`;
}

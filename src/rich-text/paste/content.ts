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

export interface ItemPlace {
  level: number;
  ordered: boolean;
  start: number;
  /** Which of Word's lists it is of. */
  list: string;
}

export interface ListBlock {
  kind: 'list';
  ordered: boolean;
  start: number;
  items: Item[];
}

export interface Item {
  runs: Run[];
  lists: ListBlock[];
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
    const collapsed = run.text.replace(/[\t\n\f\r ]+/g, ' ');
    const text: string = afterSpace ? collapsed.trimStart() : collapsed;
    if (text === '') continue;
    afterSpace = text.endsWith(' ');
    shown.push({ ...run, text, marks: text.trim() === '' ? new Set() : run.marks });
  }
  trimEnd();
  while (shown.at(-1)?.text === '\n') {
    shown.pop();
    trimEnd();
  }
  return shown;
}

/** Texts as the lines of one. */
export function joinLines(lines: readonly (readonly Run[])[]): Run[] {
  return lines.flatMap((runs, i) =>
    i === 0 ? runs : [{ text: '\n', marks: new Set<string>(), href: '' }, ...runs],
  );
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

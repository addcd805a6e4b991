import { type Block, plainRun, type TextBlock } from './content.ts';
import { numberOf, readingsOf } from './lists.ts';

/** Programs whose HTML lacks fields, and numbers of lists: the plain text beside it has them. */
const LACKING = /<meta name="generator" content="[^"]*Office\b/i;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** How many lines of one may lack in the other. */
const NEAR = 50;

/**
 * Gives items the numbers that they have in the plain text beside HTML: those that HTML cannot write are words, as Word's are.
 * @returns what else stands there and not in the HTML, each with the words beside it
 */
export function wordsBeside(html: string, blocks: readonly Block[], text: string): string[] {
  if (!LACKING.test(html)) return [];
  const lines = linesOf(blocks);
  const isHidden = hiddenIn(
    html,
    lines.flatMap(({ words }) => words),
  );
  const missing: string[] = [];
  let next = 0;
  const hasTables = blocks.some(({ kind }) => kind === 'table');
  for (const line of text.split(/[\r\n]+/)) {
    // A row, whose cells are lines of their own here.
    if (hasTables && line.includes('\t')) continue;
    const found = [...line.matchAll(WORD)];
    const all = found.map(String);
    const near = lines.slice(next, next + NEAR);
    const isSame = (words: string[]) => words.join(' ') === all.join(' ');
    const same = near.findIndex(({ number, words }) => isSame([...number, ...words]));
    const at = same < 0 ? near.findIndex(({ words }) => gapsIn(all, words)) : same;
    const beside = near[at];
    if (!beside) continue;
    next += at + 1;
    for (const [from, to] of (same < 0 && gapsIn(all, beside.words)) || []) {
      const end = found[to] ?? found[to - 1];
      if (from === 0 && beside.item) setNumber(beside.item, line.slice(0, end?.index).trim());
      else if (!all.slice(from, to).some(isHidden))
        missing.push(line.slice(found[Math.max(0, from - 1)]?.index, (end?.index ?? 0) + String(end).length));
    }
  }
  return missing;
}

/** The lines of blocks, with those of cells. */
function linesOf(blocks: readonly Block[]) {
  return blocks.flatMap((block): { words: string[]; number: string[]; item?: TextBlock }[] => {
    if (block.kind === 'table')
      return [...block.head, ...block.body].flat().flatMap((cell) => linesOf(cell.blocks));
    if (block.kind !== 'text') return [];
    const lines = block.runs.map(({ text }) => text).join('');
    return lines.split('\n').map((line, i) => {
      const words = line.match(WORD) ?? [];
      if (i > 0 || !block.item) return { words, number: [] };
      return { words, number: numberOf(block.item).match(WORD) ?? [], item: block };
    });
  });
}

/** Whether a word, which is no number, is in the HTML oftener than it is seen. */
function hiddenIn(html: string, seen: readonly string[]): (word: string) => boolean {
  const counts = new Map<string, number>();
  const body = html.slice(Math.max(0, html.search(/<body\b/i)));
  for (const word of body.replace(/<[^>]*>/g, ' ').match(WORD) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of seen) counts.set(word, (counts.get(word) ?? 0) - 1);
  return (word) => /\p{L}/u.test(word) && (counts.get(word) ?? 0) > 0;
}

/** From where to where other words stand between some; undefined where those are not all there, in their order. */
function gapsIn(all: readonly string[], some: readonly string[]): [from: number, to: number][] | undefined {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const word of some) {
    const at = all.indexOf(word, next);
    if (at < 0) return undefined;
    gaps.push([next, at]);
    next = at + 1;
  }
  gaps.push([next, all.length]);
  return next > 0 ? gaps.filter(([from, to]) => to > from) : undefined;
}

function setNumber(block: TextBlock, number: string): void {
  const readings = readingsOf(number);
  if (block.item && block.tag !== 'p') block.item.words = `${number} `;
  else if (block.item && readings) block.item.readings = readings;
  else {
    block.item = undefined;
    block.runs.unshift(plainRun(`${number} `));
  }
}

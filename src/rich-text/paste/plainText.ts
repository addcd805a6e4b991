import { diffArrays } from 'diff';
import { withLinks } from './addresses.ts';
import { type Block, BULLET, type Numbering, plainRun, type Run, type TextBlock, tidy } from './content.ts';
import { numberOf } from './lists.ts';

/** Plain text as what its lines are. */
export interface PlainText {
  /** Each line for itself. */
  blocks: Block[];
  /** Its lines joined, where they are cut as those of a page are; undefined for any other text. */
  joined: Block[] | undefined;
}

/** Blank lines part paragraphs; lines with numbers in order, and those with bullets, are lists; an address is a link. */
export function readPlainText(text: string): PlainText {
  const groups: string[][] = [[]];
  for (const line of text.split(/\r\n|[\n\r\v\f\u2028\u2029]/)) {
    const trimmed = line.trim();
    if (trimmed !== '') groups.at(-1)?.push(trimmed);
    else groups.push([]);
  }
  const texts = groups.filter((lines) => lines.length > 0);
  const blocks = texts.flatMap(blocksOf);
  return {
    blocks,
    joined: isOfPage(texts) ? texts.flatMap((lines) => blocksOf(joinLines(lines))) : undefined,
  };
}

/** A line as narrow as this may be one of a poem or an address: it counts where a sentence goes on in the next. */
const NARROW = 40;
/** No column of a page is narrower. */
const NARROWEST = 20;
const SENTENCE_END = /[.;:!?·…»”)]$/;
const HYPHENS = '-\u2010\u00ad';
const HYPHENATED = new RegExp(`\\p{L}[${HYPHENS}]$`, 'u');

/** True for lines that a page has cut: within a word, or all at about one width and within sentences. */
function isOfPage(groups: readonly (readonly string[])[]): boolean {
  let full = 0;
  let ended = 0;
  for (const lines of groups) {
    const width = Math.max(...lines.slice(0, 1000).map(({ length }) => length));
    for (const [i, line] of lines.slice(0, -1).entries()) {
      const next = lines[i + 1] ?? '';
      if (HYPHENATED.test(line) && /^\p{Ll}/u.test(next)) return true;
      if (markerOf(next)) continue;
      const isFull = line.length >= NARROWEST && line.length >= width * 0.7 && !SENTENCE_END.test(line);
      if (!isFull) ended += 1;
      else if (line.length >= NARROW) full += /^\p{Ll}/u.test(next) ? 2 : 1;
      else if (/^\p{Ll}/u.test(next)) full += 0.5;
    }
  }
  return full >= 2 && full > 2 * ended;
}

/** Lines as they were before a page cut them: a number or a bullet begins a new one. */
function joinLines(lines: readonly string[]): string[] {
  const joined: string[][] = [];
  for (const line of lines) {
    const pieces = joined.at(-1);
    const last = pieces?.pop();
    if (!pieces || last === undefined) joined.push([line]);
    else if (markerOf(line)) {
      pieces.push(last);
      joined.push([line]);
    } else if (HYPHENATED.test(last) && /^\p{Ll}/u.test(line)) pieces.push(wordBegun(last, line), line);
    else pieces.push(/[\p{L}\p{N}]-$/u.test(last) ? last : `${last} `, line);
  }
  return joined.map((pieces) => pieces.join(''));
}

/** A line without the hyphen at its end. A word has one accent, unless its second is on its last vowel. */
function wordBegun(line: string, next: string): string {
  const begun = line.slice(0, -1);
  const [rest = ''] = /^\p{L}*/u.exec(next) ?? [];
  const accent = rest.search(/[άέήίόύώΐΰ]/);
  if (accent < 0 || !/[αεηιουωϊϋ]/.test(rest.slice(accent + 1))) return begun;
  const at = Math.max(begun.lastIndexOf(' '), begun.lastIndexOf('\t')) + 1;
  const word = begun.slice(at).replace(/[άέήίόύώ]/g, (letter) => letter.normalize('NFD').charAt(0));
  return begun.slice(0, at) + word;
}

interface Marker {
  /** Undefined for a bullet. */
  number: number | undefined;
  /** How long it is. */
  length: number;
}

const BULLETED = new RegExp(`^(?:${BULLET}\\s*|[-–*]\\s+)(?=\\S)`);
const SURELY_BULLETED = new RegExp(`^${BULLET}`);

/** What an item of a list begins with. */
function markerOf(line: string): Marker | undefined {
  const [numbered, digits] = /^\(?(\d{1,3})[.)]\s+(?=\S)/.exec(line) ?? [];
  if (numbered) return { number: Number(digits), length: numbered.length };
  const [bullet] = BULLETED.exec(line) ?? [];
  return bullet === undefined ? undefined : { number: undefined, length: bullet.length };
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  /** The lines of a paragraph. */
  let runs: Run[] = [];
  const endLines = () => {
    if (runs.length > 0) blocks.push({ kind: 'text', tag: 'p', runs });
    runs = [];
  };
  for (let i = 0; i < lines.length; ) {
    const items = itemsAt(lines, i);
    if (items.length > 0) endLines();
    else {
      if (runs.length > 0) runs.push(plainRun('\n'));
      for (const run of runsOf(lines[i] ?? '')) runs.push(run);
    }
    for (const item of items) blocks.push(item);
    i += Math.max(1, items.length);
  }
  endLines();
  return blocks;
}

/** The items that begin at a line: at least two, with numbers in order, or a bullet that nothing else is. */
function itemsAt(lines: readonly string[], at: number): TextBlock[] {
  const first = markerOf(lines[at] ?? '');
  if (!first) return [];
  const items: TextBlock[] = [];
  for (let i = at; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const marker = markerOf(line);
    const wanted = first.number === undefined ? undefined : first.number + i - at;
    if (!marker || marker.number !== wanted) break;
    const readings: Numbering[] = wanted === undefined ? [] : [{ type: '', number: wanted }];
    const runs = runsOf(line.slice(marker.length));
    items.push({ kind: 'text', tag: 'p', runs, item: { list: first, level: 1, readings } });
  }
  return items.length > 1 || SURELY_BULLETED.test(lines[at] ?? '') ? items : [];
}

function runsOf(line: string): Run[] {
  return tidy([plainRun(line)]).flatMap(withLinks);
}

/** LibreOffice, also as Safari has it, and AbiWord: their HTML lacks fields and numbers, which the plain text beside it has. */
const LACKING =
  /<meta name="generator" content="[^"]*Office\b|\/\/ABISOURCE\/\/|<p style="[^"]*\bmargin-bottom: [\d.]+(?:in|cm);/i;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Of texts that differ in more, nothing is said. */
const MOST_DIFFERENCES = 1000;

/** What the plain text beside HTML has and the HTML has not, each with the words around it. */
export function wordsBeside(html: string, blocks: readonly Block[], text: string): string[] {
  if (!LACKING.test(html)) return [];
  const shown = blocks.flatMap(wordsOf);
  /** How often the HTML has a word, seen or hidden. A number may be any. */
  const left = new Map<string, number>();
  const body = html.slice(Math.max(0, html.search(/<body\b/i))).replace(/<[^>]*>/g, ' ');
  for (const word of wordsIn(body)) left.set(word, (left.get(word) ?? 0) + 1);
  for (const word of shown) left.set(word, (left.get(word) ?? 0) - 1);
  const isHidden = (word: string) => /\p{L}/u.test(word) && (left.get(word) ?? 0) > 0;
  // Rows may show numbers otherwise.
  const lines = blocks.some(({ kind }) => kind === 'table') ? text.replace(/^.*\t.*$/gm, '') : text;
  const beside = [...lines.matchAll(WORD)];
  const parts = diffArrays(
    shown,
    beside.map(([word]) => word.toLowerCase()),
    { maxEditLength: MOST_DIFFERENCES },
  );
  let end = 0;
  return (parts ?? []).flatMap(({ added, removed, value }) => {
    if (!removed) end += value.length;
    if (!added || value.some(isHidden)) return [];
    const [before, after] = [beside[end - value.length - 1], beside[end]];
    const until = after ? after.index + after[0].length : lines.length;
    return lines.slice(before?.index ?? 0, until).replace(/\s+/g, ' ');
  });
}

/** The words of a block, with its number. */
function wordsOf(block: Block): string[] {
  if (block.kind === 'table')
    return [...block.head, ...block.body].flat().flatMap((cell) => cell.blocks.flatMap(wordsOf));
  if (block.kind !== 'text') return [];
  const number = block.item ? numberOf(block.item) : '';
  return wordsIn(`${number} ${block.runs.map(({ text }) => text).join('')}`);
}

/** In small letters: Safari gives words in capitals where a style shows them so. */
function wordsIn(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

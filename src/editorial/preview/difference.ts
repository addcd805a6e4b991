/** A part of a text: in both, or only in the older or the newer one. */
export interface Part {
  text: string;
  in: 'both' | 'before' | 'after';
}

/** Comparisons of more pairs of words than this take too long; the text then counts as replaced. */
const MOST_PAIRS = 4_000_000;

/** What two texts differ in, by words and tags. */
export function differenceOf(before: string, after: string): Part[] {
  const [old, made] = [tokensOf(before), tokensOf(after)];
  const start = commonStart(old, made);
  const end = commonStart(old.slice(start).reverse(), made.slice(start).reverse());
  return joined([
    ...old.slice(0, start).map(inBoth),
    ...between(old.slice(start, old.length - end), made.slice(start, made.length - end)),
    ...old.slice(old.length - end).map(inBoth),
  ]);
}

/**
 * Tags and comments, entities, words with the signs inside them (a time or an address is one word), and the spaces and signs
 * between them.
 */
export const tokensOf = (text: string): string[] =>
  text.match(
    /<[^<>"']*(?:"[^"<]*"[^<>"']*)*>|<[^<>]*>|&#?\w+;|[\p{L}\p{N}\p{M}]+(?:[^\p{L}\p{N}\p{M}\s<]+[\p{L}\p{N}\p{M}]+)*|\s+|[^\p{L}\p{N}\p{M}\s]/gu,
  ) ?? [];

const inBoth = (text: string): Part => ({ text, in: 'both' });

function commonStart(a: string[], b: string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

const removed = (text: string): Part => ({ text, in: 'before' });
const added = (text: string): Part => ({ text, in: 'after' });

/** What differs, by tokens; in long texts by tokens of the blocks that differ. */
function between(a: string[], b: string[]): Part[] {
  const replaced = (old: string[], made: string[]) => [...old.map(removed), ...made.map(added)];
  const compared = (old: string[], made: string[]) =>
    old.length * made.length > MOST_PAIRS ? replaced(old, made) : common(old, made);
  if (a.length * b.length <= MOST_PAIRS) return common(a, b);
  let parts: Part[] = [];
  let [gone, made]: [string[], string[]] = [[], []];
  for (const block of [...compared(blocksOf(a), blocksOf(b)), inBoth('')]) {
    if (block.in === 'before') gone = gone.concat(tokensOf(block.text));
    else if (block.in === 'after') made = made.concat(tokensOf(block.text));
    else {
      parts = parts.concat(compared(gone, made), block);
      [gone, made] = [[], []];
    }
  }
  return parts;
}

const BLOCK_END = /^<\/(?:p|h[1-6]|li|tr|div|figure|blockquote)\b|\n/i;

/** Tokens joined up to the ends of paragraphs, rows and lines. */
function blocksOf(tokens: string[]): string[] {
  const blocks = [''];
  for (const token of tokens) {
    blocks[blocks.length - 1] += token;
    if (BLOCK_END.test(token)) blocks.push('');
  }
  return blocks.filter(Boolean);
}

/** The longest common subsequence, and what is beside it. */
function common(a: string[], b: string[]): Part[] {
  const width = b.length + 1;
  // The length of the longest one of the rest of both, from each pair of places on.
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const parts: Part[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push(inBoth(a[i] as string));
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      parts.push(removed(a[i] as string));
      i += 1;
    } else {
      parts.push(added(b[j] as string));
      j += 1;
    }
  }
  return parts;
}

/** Neighbours of the same kind as one part. What has only signs and spaces between changes is part of the change. */
function joined(parts: Part[]): Part[] {
  const all: Part[] = [];
  const add = (text: string, where: Part['in']) => {
    const last = all.at(-1);
    if (text === '') return;
    if (last?.in === where) last.text += text;
    else all.push({ text, in: where });
  };
  let [removed, added, between] = ['', '', ''];
  for (const { text, in: where } of [...parts, inBoth('end')]) {
    if (where === 'both' && (removed + added === '' || !isWeak(text))) {
      add(removed, 'before');
      add(added, 'after');
      add(between, 'both');
      add(text, 'both');
      [removed, added, between] = ['', '', ''];
    } else if (where === 'both') between += text;
    else {
      removed += between + (where === 'before' ? text : '');
      added += between + (where === 'after' ? text : '');
      between = '';
    }
  }
  const last = all.at(-1) as Part;
  last.text = last.text.slice(0, -'end'.length);
  return last.text === '' ? all.slice(0, -1) : all;
}

const isWeak = (text: string) => !/[\p{L}\p{N}<]/u.test(text);

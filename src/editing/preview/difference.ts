import { diffArrays } from 'diff';

/** A part of a text: in both, or only in the older or the newer one. */
export interface Part {
  text: string;
  in: 'both' | 'before' | 'after';
}

/** With more changes than this between two texts, by words would take too long: whole paragraphs are compared. */
const MAX_CHANGES = 2_000;

/** What two texts differ in, by words and tags; in texts that have little in common by paragraphs. */
export function differenceOf(before: string, after: string): Part[] {
  const [old, made] = [tokensOf(before), tokensOf(after)];
  const changes =
    diffArrays(old, made, { maxEditLength: MAX_CHANGES }) ?? diffArrays(blocksOf(old), blocksOf(made));
  return joined(
    changes.map(({ value, added, removed }) => ({
      text: value.join(''),
      in: added ? 'after' : removed ? 'before' : 'both',
    })),
  );
}

/**
 * Tags and comments, entities, words with the signs inside them (a time or an address is one word), and the spaces and signs
 * between them.
 */
export const tokensOf = (text: string): string[] =>
  text.match(
    /<[^<>"']*(?:"[^"<]*"[^<>"']*)*>|<[^<>]*>|&#?\w+;|[\p{L}\p{N}\p{M}]+(?:[^\p{L}\p{N}\p{M}\s<]+[\p{L}\p{N}\p{M}]+)*|\s+|[^\p{L}\p{N}\p{M}\s]/gu,
  ) ?? [];

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
  for (const { text, in: where } of [...parts, { text: 'end', in: 'both' } satisfies Part]) {
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapturedDocument } from '../../src/migration/plan/captured.ts';
import { matchDocuments } from '../../src/migration/plan/change.ts';
import { type RankedRow, relativeRanks } from '../../src/migration/plan/settings.ts';
import type { ImportedDocument } from '../../src/migration/plan/stored.ts';

describe('ranks of links', () => {
  const rows = (text: string): RankedRow[] =>
    text
      .split(' ')
      .map((kept, index) => ({ planned: index + 1, kept: kept === '.' ? undefined : Number(kept) }));

  it.each<[string, string, number | undefined, number[]]>([
    ['go on where an import was killed', '1 . 3 .', undefined, [1, 2, 3, 4]],
    ['stay, and leave room for what is new between them', '1 . . . 2', undefined, [1, 1.25, 1.5, 1.75, 2]],
    ['of new links on top are above all that was handed out', '1 2 . .', 7, [1, 2, 8, 9]],
    ['of new links at the bottom are below all', '. . 1 2', 7, [-1, 0, 1, 2]],
    ['that come in another order this time are left alone', '1 3 2 .', undefined, [1, 3, 2, 4]],
  ])('%s', (_, text, above, expected) => {
    expect(relativeRanks(rows(text), above)).toEqual(expected);
  });

  it('never change where they are kept, and give the order where it can be given', () => {
    const kept = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.uniqueArray(kept, { selector: (value) => value ?? Symbol(), maxLength: 12 }),
        (values) => {
          const given = values.map((value, index) => ({ planned: index + 1, kept: value }));
          const ranks = relativeRanks(given, undefined);
          expect(ranks.filter((_, index) => values[index] !== undefined)).toEqual(
            values.filter((each) => each),
          );
          const sorted = values.filter((each) => each !== undefined);
          if (sorted.every((each, index) => index === 0 || each > (sorted[index - 1] ?? 0))) {
            expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
            expect(new Set(ranks).size).toBe(ranks.length);
          }
        },
      ),
    );
  });
});

describe('documents of an earlier import', () => {
  const planned = (id: string, api_id: number, content: string, listed = true): CapturedDocument => ({
    id,
    kind: 'news-posts',
    document: { api_id, position: 0 },
    listed,
    origin: { file: '', index: 0 },
    digest: `raw ${content}`,
    shared: content,
  });

  const known = (n: number, content: string | null, listed = true): ImportedDocument => ({
    kind: 'news-posts',
    key: `news-posts:5:${n}`,
    id: n,
    trashed: false,
    listed,
    position: 0,
    published: true,
    base: content === null ? undefined : { digest: `raw ${content}`, shared: content, fields: {}, listed },
  });

  const matched = (plan: CapturedDocument[], there: ImportedDocument[], mayHaveLeft = false) =>
    Object.fromEntries(
      [...matchDocuments(plan, there, () => mayHaveLeft)].map(([id, { key, stored }]) => [
        id,
        [Number(key.split(':')[2]), !!stored],
      ]),
    );

  it.each<[string, CapturedDocument[], ImportedDocument[], Record<string, [number, boolean]>]>([
    [
      'are known by their content, in whatever order they come',
      [planned('b', 5, 'B'), planned('a', 5, 'A')],
      [known(1, 'A'), known(2, 'B')],
      { a: [1, true], b: [2, true] },
    ],
    [
      'that changed are known by what is left, in the order of occurrence',
      [planned('a', 5, 'new'), planned('b', 5, 'B'), planned('c', 5, 'newer')],
      [known(1, 'A'), known(2, 'B'), known(3, 'C')],
      { a: [1, true], b: [2, true], c: [3, true] },
    ],
    [
      'with equal content keep their own numbers',
      [planned('a', 5, 'A'), planned('b', 5, 'A')],
      [known(1, null), known(2, 'A')],
      { a: [1, true], b: [2, true] },
    ],
    [
      'that were never finished are gone on with',
      [planned('a', 5, 'A'), planned('b', 5, 'B')],
      [known(2, null)],
      { a: [1, false], b: [2, true] },
    ],
    [
      'are not taken over by what a post embeds with other content',
      [planned('a', 5, 'B', false)],
      [known(1, 'A')],
      { a: [2, false] },
    ],
    [
      'keep their place when the source goes back to what a post still embeds',
      [planned('a', 5, 'A')],
      [known(1, 'B'), known(2, 'A', false)],
      { a: [1, true] },
    ],
  ])('%s', (_, plan, there, expected) => {
    expect(matched(plan, there)).toEqual(expected);
  });

  it('are known by what is left where they have changed and left their list', () => {
    const plan = [planned('b', 5, 'B'), planned('a', 5, 'A2', false)];
    const there = [known(1, 'A'), known(2, 'B')];
    expect(matched(plan, there)).toEqual({ b: [2, true], a: [3, false] });
    expect(matched(plan, there, true)).toEqual({ b: [2, true], a: [1, true] });
  });
});

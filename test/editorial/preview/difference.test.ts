import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differenceOf, type Part, pageOf } from '../../../src/editorial/preview/index.ts';

const side = (parts: Part[], other: Part['in']) =>
  parts.flatMap((part) => (part.in === other ? [] : part.text)).join('');

it('a difference has both texts whole, and marks nothing in equal ones', () => {
  const pieces = fc.constantFrom(
    '<p>',
    '</p>',
    'Νέα',
    'ά',
    ' ',
    '\n',
    '«',
    '»',
    '😀',
    '<',
    '12',
    'a\u0301',
    'end',
  );
  const text = fc.array(pieces, { maxLength: 12 }).map((each) => each.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = differenceOf(before, after);
      expect([side(parts, 'after'), side(parts, 'before')]).toEqual([before, after]);
      const isMarked = parts.some((part) => part.in !== 'both');
      expect(isMarked).toBe(before !== after);
    }),
  );
});

it.each([
  ['<p>Ένα κείμενο.</p>', '<p>Ένα νέο κείμενο.</p>', ['<p>Ένα ', '+νέο ', 'κείμενο.</p>']],
  ['Παλιός τίτλος εδώ', 'Άλλος', ['-Παλιός τίτλος εδώ', '+Άλλος']],
  ['α, β, γ', 'α, δ, γ', ['α, ', '-β', '+δ', ', γ']],
  ['2023-04-28T06:56:49Z', '2026-11-28T17:39:05Z', ['-2023-04-28T06:56:49Z', '+2026-11-28T17:39:05Z']],
])('of %s and %s, by words', (before, after, expected) => {
  const signs = { both: '', before: '-', after: '+' };
  const parts = differenceOf(before, after).map((part) => signs[part.in] + part.text);
  expect(parts).toEqual(expected);
});

it('compares texts of a megabyte that differ in two places, and gives up on those that differ in all', () => {
  const words = Array.from({ length: 100_000 }, (_, n) => `λέξη${n}`);
  const before = words.join(' ');
  const after = before.replace('λέξη10 ', 'άλλη ').replace('λέξη800 ', 'άλλη ');
  expect(differenceOf(before, after).filter((part) => part.in === 'after')).toEqual([
    { text: 'άλλη', in: 'after' },
    { text: 'άλλη', in: 'after' },
  ]);
  const other = words.map((word) => `${word}x`).join(' ');
  expect(differenceOf(before, other).map((part) => part.in)).toEqual(['before', 'after']);
});

it('a page loads images and the style sheet only, whatever its address has', () => {
  const policyOf = (page: string) => /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  expect(policyOf(pageOf('<p>α</p>', null))).toBe(
    "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'",
  );
  const page = pageOf('', 'https://portal.example/a.css?"><script>;script-src *');
  expect(policyOf(page)).toBe(
    "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline' https://portal.example",
  );
  expect(page).not.toContain('<script>');
});

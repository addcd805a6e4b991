import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differenceOf, type Part } from '../../../src/editing/preview/difference.ts';
import { lookOf, markedHtml, pageOf } from '../../../src/editing/preview/look.ts';

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

it('a long text with changes far apart is compared block by block', () => {
  const block = (n: number) =>
    `<p>${Array.from({ length: 40 }, (_, at) => `λέξη${n * 40 + at}`).join(' ')}</p>`;
  const before = Array.from({ length: 400 }, (_, n) => block(n)).join('');
  const after = before.replace('λέξη10 ', 'άλλη ').replace('λέξη15900 ', 'άλλη ');
  expect(differenceOf(before, after).filter((part) => part.in !== 'both')).toEqual([
    { text: 'λέξη10', in: 'before' },
    { text: 'άλλη', in: 'after' },
    { text: 'λέξη15900', in: 'before' },
    { text: 'άλλη', in: 'after' },
  ]);
});

const added = (html: string) => `<ins class="portal-new">${html}</ins>`;
const gone = (html: string) => `<del class="portal-gone">${html}</del>`;

it.each([
  ['<p>Ένα κείμενο.</p>', '<p>Ένα νέο κείμενο.</p>', `<p>Ένα ${added('νέο ')}κείμενο.</p>`],
  ['<p>Α</p><p>Β</p>', '<p>Α</p>', `<p>Α</p>${gone('Β<br>')}`],
  ['<p>Α</p>', '<p>Α</p><p>Β &amp; Γ</p>', `<p>Α</p><p>${added('Β &amp; Γ')}</p>`],
  [
    '<p><img src="1.png" alt="α > β"></p>',
    '<p>Α</p>',
    `<p>${gone('<img src="1.png" alt="α > β">')}${added('Α')}</p>`,
  ],
  [
    '<table><tr><td>Α</td></tr><tr><td>Β</td></tr></table>',
    '<table><tr><td>Α</td></tr></table>',
    `<table><tr><td>Α</td></tr></table>${gone('Β<br>')}`,
  ],
  [
    '<p><a href="/a">εδώ</a></p>',
    '<p><a href="/b">εδώ</a></p>',
    '<p><a data-portal-new href="/b">εδώ</a></p>',
  ],
  ['<p>Α</p>', '<p>Α</p><style>p { color: red }</style>', '<p>Α</p><style>p { color: red }</style>'],
  ['<p>Α</p>', '<p>Α</p>', '<p>Α</p>'],
])('%s that becomes %s keeps its structure and has its changes marked', (before, after, marked) => {
  expect(markedHtml(before, after)).toBe(marked);
});

it('a look has titles, texts and images in their order, and marks nothing in a new element', () => {
  const key = (name: string, type: 'html' | 'image' | 'other' | 'text', before: unknown, after: unknown) => ({
    key: name,
    label: name,
    type,
    before: before === undefined ? null : JSON.stringify(before),
    after: JSON.stringify(after),
  });
  const changed = [
    key('id', 'other', 1, 1),
    key('title', 'other', 'Παλιός <b>', 'Νέος <b>'),
    key('slug', 'other', 'a', 'b'),
    key('excerpt', 'text', 'Α', 'Α'),
    key('image', 'image', 'https://a.example/1', 'https://a.example/2'),
    key('content', 'html', '<p>Α</p>', '<p>Β</p>'),
  ];
  const image = (n: number) => `<img src="https://a.example/${n}" alt="">`;
  expect(lookOf(changed)).toBe(
    [
      `<h1>${gone('Παλιός')}${added('Νέος')} &lt;b&gt;</h1>`,
      '<p class="portal-text">Α</p>',
      `<p>${gone(image(1))}${added(image(2))}</p>`,
      `<section><p>${gone('Α')}${added('Β')}</p></section>`,
    ].join('\n'),
  );
  expect(lookOf(changed.map((each) => ({ ...each, before: null })))).not.toMatch(/portal-(?:new|gone)/);
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

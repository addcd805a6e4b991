import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, it } from 'vitest';
import { lexicalToHtml, type NodeJson } from '../../src/rich-text/index.ts';
import {
  cell,
  documentLink,
  heading,
  item,
  lineBreak,
  link,
  list,
  paragraph,
  picture,
  quote,
  row,
  rule,
  state,
  table,
  text,
} from './states.ts';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    // A list has no style sheet to which a class could belong, so alignment is a style.
    rules: { 'no-inline-style': 'off' },
  }),
);

const video: NodeJson = {
  type: 'video',
  version: 1,
  address: 'https://www.youtube.com/watch?v=abcdefghijk',
  title: 'Οδηγίες',
};

/** Everything that an editor can write, in the places where it can stand. */
const BLOCKS: Record<string, NodeJson[]> = {
  headings: [
    heading('h2', text('Τίτλος & < >')),
    heading('h3', text('έντονος', 1)),
    paragraph(text('λόγια')),
    heading('h3', text('άλλος')),
  ],
  emphasis: [paragraph(...[1, 2, 3, 4, 8, 16, 32, 64, 127].map((format) => text(`α${format}`, format)))],
  lines: [paragraph(text('α'), lineBreak(), text('  β  ')), paragraph(), paragraph(text('γ')), rule()],
  lists: [
    list('ul', item(text('α')), item(text('β'), list('ol', item(text('γ'))))),
    list('ol', item(link({ url: '/a?b=1&c=2' }, text('δ')))),
  ],
  links: [
    paragraph(
      link(
        { url: 'https://a.example/?a=1&b="2"', newTab: true, title: 'τ "τ"', rel: 'nofollow' },
        text('α', 1),
      ),
      text(' και '),
      documentLink('news-posts', 3, text('β')),
    ),
  ],
  pictures: [
    picture(3, { alt: 'Η "πύλη" & ο κήπος', caption: 'Λεζάντα', width: 200 }),
    picture(4, { decorative: true }),
  ],
  tables: [
    table(
      'Ποσά',
      row(
        cell({ headerState: 1 }, paragraph(text('Έτος'))),
        cell({ headerState: 1 }, paragraph(text('Ποσό'))),
      ),
      row(
        cell({ headerState: 2 }, paragraph(text('2026'))),
        cell({}, paragraph(text('1')), paragraph(text('2'))),
      ),
      row(cell({ colSpan: 2 }, list('ul', item(text('α'))), picture(3, { alt: 'Α' }))),
    ),
    table(
      '',
      row(cell({ rowSpan: 2 }, paragraph(text('α'))), cell({}, paragraph())),
      row(cell({}, paragraph(text('β')))),
    ),
  ],
  quotes: [quote(text('α'), lineBreak(), link({ url: '#b' }, text('β')))],
  alignment: [
    { ...paragraph(text('α')), format: 'center' },
    { ...heading('h2', text('β')), format: 'end' },
  ],
  videos: [paragraph(text('α')), video, paragraph(text('β'))],
};

it.each(Object.entries(BLOCKS))('what an editor writes is valid HTML: %s', async (_, blocks) => {
  const html = lexicalToHtml(state(...blocks)) ?? '';
  const { results } = await validator.validateString(html);
  expect(html).not.toBe('');
  expect(
    results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
  ).toEqual([]);
});

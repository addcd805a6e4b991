import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertTable } from '../../src/rich-text/convert.ts';
import {
  blocksOf,
  htmlToLexical,
  judgeServed,
  lexicalToHtml,
  type NodeJson,
  refuseState,
} from '../../src/rich-text/index.ts';
import { capturedTexts } from './capture.ts';
import { headlessEditor, throughEditor } from './editor.ts';
import { cell, heading, item, kept, link, list, paragraph, row, state, table, text } from './states.ts';
import { ugly } from './ugly.ts';

const p = (words: string) => paragraph(text(words));
const opened = (html: string) => htmlToLexical(html, ['table']);
const typeOf = (html: string) => blocksOf(opened(html))[0]?.type;

describe('a table that an editor makes', () => {
  it.each<[string, NodeJson, string]>([
    [
      'has a head of the rows of headings at its top, and says whose headings they are',
      table(
        'Ποσά & τέλη',
        row(cell({ headerState: 3 }, p('Έτος')), cell({ headerState: 1 }, p('Ποσό'))),
        row(cell({ headerState: 2 }, p('2026')), cell({}, p('150 €'))),
      ),
      '<table><caption>Ποσά &amp; τέλη</caption><thead><tr><th scope="col">Έτος</th><th scope="col">Ποσό</th></tr></thead>' +
        '<tbody><tr><th scope="row">2026</th><td>150 €</td></tr></tbody></table>',
    ],
    [
      'has no head where a heading reaches into its body, nor where there is nothing else',
      table('', row(cell({ headerState: 1, rowSpan: 2 }, p('a'))), row(cell({}, p('b')))),
      '<table><tbody><tr><th scope="col" rowspan="2">a</th></tr><tr><td>b</td></tr></tbody></table>',
    ],
    [
      'has cells over several columns and rows, and alignment',
      table(
        '',
        row(cell({ colSpan: 2, format: 'center' }, { ...p('a'), format: 'center' })),
        row(cell({ rowSpan: 2 }), cell({ format: '' }, { ...p('c'), format: 'right' })),
        row(cell({}, p('d'))),
      ),
      '<table><tbody><tr><td colspan="2" style="text-align: center;">a</td></tr>' +
        '<tr><td rowspan="2"></td><td><p style="text-align: right;">c</p></td></tr><tr><td>d</td></tr></tbody></table>',
    ],
    [
      'has paragraphs, lists and links in a cell',
      table(
        '',
        row(
          cell({}, p('a'), p('b')),
          cell({}, list('ul', item(text('c')))),
          cell({}, paragraph(link({ url: 'https://a.example' }, text('d')))),
          cell({}, heading('h3', text('e'))),
        ),
      ),
      '<table><tbody><tr><td><p>a</p><p>b</p></td><td><ul><li>c</li></ul></td>' +
        '<td><a href="https://a.example">d</a></td><td><h3>e</h3></td></tr></tbody></table>',
    ],
  ])('%s', (_, node, html) => {
    expect(refuseState(state(node))).toEqual([]);
    expect(lexicalToHtml(state(node))).toBe(html);
    expect(judgeServed(html, {}).problems).toEqual([]);
  });

  it('stands between lines that are not empty', () => {
    const one = table('', row(cell({}, p('a'))));
    const imported = { ...p(''), $: { tag: '<p>' } };
    const html = '<table><tbody><tr><td>a</td></tr></tbody></table>';
    expect(lexicalToHtml(state(p(''), one, p(''), p('b'), p('')))).toBe(`${html}<p>b</p>`);
    expect(lexicalToHtml(state(imported, one, imported))).toBe(`<p></p>${html}<p></p>`);
  });

  it('says nothing of the widths, colours and stripes that the editor alone shows', () => {
    const dressed = {
      ...table('', {
        ...row(cell({ width: 90, backgroundColor: 'red', verticalAlign: 'middle' }, p('a'))),
        height: 40,
      }),
      colWidths: [90],
      rowStriping: true,
    };
    expect(lexicalToHtml(state(dressed))).toBe('<table><tbody><tr><td>a</td></tr></tbody></table>');
  });
});

describe('an imported table', () => {
  it('stays as it is, byte for byte, unless it is asked for', () => {
    const html = '<table border=1><TR><td>a</table>';
    expect(blocksOf(htmlToLexical(html))).toEqual([kept(html)]);
  });

  it.each([
    [
      'keeps the tags that say something, and gets the others',
      '<table class="t" border=1><tr class=r><td width="50%">α<b>β</b><td>γ</table>',
      '<table class="t" border=1><tbody><tr class=r><td width="50%">α<b>β</b></td><td>γ</td></tr></tbody></table>',
    ],
    [
      'has headings where its head has plain cells',
      '<table><caption> <b>Τίτλος</b>\n1 </caption><colgroup><col width=9></colgroup><!-- x --><THEAD><tr><td>a</td></tr></THEAD><tr><td>b</td></tr></table>',
      '<table><caption>Τίτλος 1</caption><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    ],
    [
      'has headings of its rows, and its last rows last',
      '<table><tr><th>a</th><td>b</td></tr><tfoot><tr><th scope=row>c</th><td>d</td></tr></tfoot></table>',
      '<table><tbody><tr><th scope="row">a</th><td>b</td></tr><tr><th scope=row>c</th><td>d</td></tr></tbody></table>',
    ],
    [
      'has rows of one length, and no cell that reaches beyond its section',
      '<table><tr><td rowspan=9>a</td><td colspan="2">b</td></tr><tr><td>c</td></tr><tr></tr></table>',
      '<table><tbody><tr><td rowspan="3">a</td><td colspan="2">b</td></tr><tr><td>c</td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
    ],
    [
      'stands in the boxes around it',
      '<div class="table-responsive"><table><tr><td><p>a</p></td></tr></table></div>',
      '<div class="table-responsive"><table><tbody><tr><td><p>a</p></td></tr></tbody></table></div>',
    ],
  ])('%s', (_, html, expected) => {
    expect(typeOf(html)).toBe('table');
    expect(lexicalToHtml(opened(html))).toBe(expected);
    expect(judgeServed(expected, { imported: html }).problems).toEqual([]);
  });

  it.each([
    '<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>',
    '<table>text<tr><td>a</td></tr></table>',
    '<table><tr><td>a</td></tr><form></form></table>',
    '<table></table>',
    '<table><tr><td colspan=900>a</td></tr><tr><td>b</td></tr></table>',
  ])('that no editor could hold stays as it is: %s', (html) => {
    expect(lexicalToHtml(opened(html))).toBe(html);
    expect(blocksOf(opened(html)).some(({ type }) => type === 'table')).toBe(false);
  });

  it('is converted by itself, with what it becomes', () => {
    const html = '<TABLE><tr><td class=a>b</table>';
    const after = '<table><tbody><tr><td class=a>b</td></tr></tbody></table>';
    expect(convertTable(html)).toEqual({ node: blocksOf(opened(html))[0], html: after });
    expect(convertTable(`<table><tr><td>${html}</td></tr></table>`)).toBe(undefined);
    expect(convertTable(`${html}<p>c</p>`)).toBe(undefined);
  });

  it('is told apart from one in a line, which stays as it is', () => {
    const html = '<ul><li>a<table><tr><td>b</td></tr></table></li></ul>';
    expect(lexicalToHtml(opened(html))).toBe(html);
  });
});

const editor = await headlessEditor();

describe('whatever an editor or an import makes of tables', () => {
  const steady = (value: unknown) => {
    const html = lexicalToHtml(value);
    expect(lexicalToHtml(opened(html))).toBe(html);
    expect(lexicalToHtml(throughEditor(editor, value))).toBe(html);
    expect(refuseState(value)).toEqual([]);
  };

  it('renders to HTML that opens as what renders the same, through the editor too', () => {
    fc.assert(
      fc.property(anyTable, (node) => steady(state(p('before'), node))),
      { numRuns: 300 },
    );
  });

  it('of the capture and the ugly texts', () => {
    const texts = [...capturedTexts, ...Object.values(ugly)].filter((html) => /<table/i.test(html));
    expect(texts.length).toBeGreaterThan(50);
    for (const html of texts) steady(opened(html));
    const tables = capturedTexts
      .flatMap((html) => blocksOf(opened(html)))
      .filter(({ type }) => type === 'table');
    expect(tables.length).toBeGreaterThan(20);
  });
});

const words = fc.constantFrom('', 'α', 'β γ', 'a & b < c', '\u00a0');
const anyBlock = fc.oneof(
  { weight: 4, arbitrary: words.map(p) },
  fc.tuple(words, fc.constantFrom('center', 'right', '')).map(([each, format]) => ({ ...p(each), format })),
  words.map((each) => heading('h3', text(each || 'x'))),
);
/** Two lists beside each other would be one to Lexical. */
const anyBlocks = fc.oneof(
  { weight: 4, arbitrary: fc.array(anyBlock, { minLength: 1, maxLength: 2 }) },
  words.map((each) => [p(each), list('ol', item(text(each || 'x')))]),
);
/** Rows of one length, as Lexical keeps them. */
const anyTable = fc
  .record({
    caption: fc.constantFrom('', 'Τίτλος', 'a < b'),
    heads: fc.record({ rows: fc.nat(2), columns: fc.nat(1) }),
    rows: fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.array(
        fc.array(fc.tuple(anyBlocks, fc.constantFrom('', 'end')), {
          minLength: width,
          maxLength: width,
        }),
        { minLength: 1, maxLength: 4 },
      ),
    ),
  })
  .map(({ caption, heads, rows }) => {
    const made = rows.map((cells, y) =>
      row(
        ...cells.map(([blocks, format], x) => {
          const headerState = (y < heads.rows ? 1 : 0) + (x < heads.columns ? 2 : 0);
          return cell({ headerState, format }, ...blocks);
        }),
      ),
    );
    return table(caption, ...made);
  });

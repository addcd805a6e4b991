import { describe, expect, it } from 'vitest';
import { htmlToLexical, judgeServed, refuseState, servedHtml } from '../../src/rich-text/index.ts';
import { cleanPaste, cleanText, TooLarge } from '../../src/rich-text/paste/index.ts';
import { paragraph, state, text } from './states.ts';

/** A walk that is not linear takes minutes already. */
const SIZE = 24_000;
const many = (piece: string, size = SIZE) => piece.repeat(Math.ceil(size / piece.length));

/** Shapes that make naive walks overflow the stack, or take hours, or make states of hundreds of megabytes. */
const cases: Record<string, string> = {
  'ordinary paragraphs': many(
    '<p class="x">Ένα <b>δύο</b> <a href="/τρία?a=1&amp;b=2">τρία</a>&nbsp;τέσσερα.</p>\r\n',
  ),
  'one long text': many('λέξη &amp; '),
  'one long word': many('α'),
  'one long space': `<p>a${' '.repeat(SIZE)}b</p>`,
  'nested boxes': '<div>'.repeat(1000),
  'nested boxes, closed': `${'<div>'.repeat(1000)}a${'</div>'.repeat(1000)}`,
  'nested marks': '<b>'.repeat(1000),
  'nested boxes and marks': '<div><b>'.repeat(500),
  'nested lists': '<ul><li>a'.repeat(500),
  'nested quotes': '<blockquote>'.repeat(1000),
  'nested tables': '<table><tr><td>'.repeat(250),
  'marks that never end, each another': Array.from({ length: 2_000 }, (_, i) => `<p>a<b id=${i}>`).join(''),
  'links in links': many('<a href=x>a<p>'),
  'texts in a table': `<table>${many('a<tr>')}`,
  'stray end tags': `<span><div>${'<i>'.repeat(900)}${'</span>'.repeat(12_000)}`,
  'siblings under deep boxes': `${'<div>'.repeat(999)}${many('<hr>')}`,
  'less-than signs': many('<'),
  ampersands: many('&'),
  'comments that open comments': many('<!--'),
  'a tag with many attributes': `<p ${many('a=b ')}>t</p>`,
  'forty boxes around everything': `${'<div class="a b c d">'.repeat(40)}${many('<p>a</p>')}`,
  'a long tag around everything': `<div title="${'x'.repeat(900)}">${many('<p>a</p>')}</div>`,
};

// A busy machine may take a while; only a walk that never ends fails.
/** What stops the reader, and why. */
const beyond: Record<string, [html: string, reason: RegExp]> = {
  'nested boxes': ['<div>'.repeat(1001), /^More than 1,000 HTML elements/],
  'nested boxes, closed': [`${'<div>'.repeat(1001)}a${'</div>'.repeat(1001)}`, /^More than 1,000/],
  'nested boxes of megabytes': ['<div>'.repeat(900_000), /^More than 1,000/],
  'nested boxes and marks': ['<div><b>'.repeat(100_000), /^More than 1,000/],
  'nested lists': ['<ul><li>a'.repeat(100_000), /^More than 1,000/],
  'nested tables': ['<table><tr><td>'.repeat(100_000), /^More than 1,000/],
  'marks that never end': [`<p>${'<b>'.repeat(100_000)}`, /^More than 1,000/],
  'marks, each another, and then blocks': [
    Array.from({ length: 100_000 }, (_, i) => `<i id=${i}>`).join('') + '<p>'.repeat(100_000),
    /^More than 1,000/,
  ],
  // Attributes count as tags do, and are read sooner.
  'very many tags and attributes': [
    '<br a b c d e f g h i>'.repeat(20_010),
    /^The text has more than 200,000 HTML tags/,
  ],
  'a long text': [`<p>${many('a', 6_000_000)}</p>`, /^The text is longer than 6 MB/],
  'a long text in Greek': [`<p>${many('λ', 3_000_000)}</p>`, /^The text is longer than 6 MB/],
};

describe('HTML beyond what is read', () => {
  it.each(Object.entries(beyond))('is served as imported, whole or not at all: %s', (_, [html, reason]) => {
    const imported = htmlToLexical(html);
    expect(imported.root.children).toMatchObject([{ type: 'kept', html }]);
    expect(refuseState(imported)).toEqual([]);
    expect(servedHtml({ state: imported, source: html }) === html).toBe(true);
    expect(judgeServed(html, { imported: html }).problems).toEqual([]);

    const edited = state(...(imported.root.children as never[]), paragraph(text('new')));
    const changed = servedHtml({ state: edited, source: html }) as string;
    expect(judgeServed(changed, { imported: html }).problems).toMatchObject([
      { message: expect.stringMatching(reason) },
    ]);
    expect(judgeServed(html, {}).problems).toMatchObject([{ message: expect.stringMatching(reason) }]);
    const replaced = servedHtml({ state: state(paragraph(text('new'))), source: html }) as string;
    expect(judgeServed(replaced, { imported: html })).toEqual({
      html: '<p>new</p>',
      problems: [],
      removed: [],
    });
  });
});

/** As in a browser: what is quadratic took 41 seconds for forty thousand links. */
describe('a very large clipboard is cleaned', { timeout: 60_000 }, () => {
  const lots = (piece: string, count = 10_000) => piece.repeat(count);
  it.each([
    ...Object.entries(cases).filter(([name]) => !name.startsWith('nested')),
    ['links that lead nowhere', lots('<a href="#a">α</a> ', 40_000)],
    ['line breaks in one paragraph', `<p>${lots('<b>α</b><br>')}</p>`],
    ['paragraphs in one item', `<ul><li>${lots('<p>α</p>')}</li></ul>`],
    ['items of Word', lots("<p style='mso-list:l0 level1'><b style='mso-list:Ignore'>1.</b>α</p>")],
    ['lists of one item', lots('<ol><li data-listid=1 data-aria-level=1>α</li></ol>')],
    ['pictures', `<ul><li>${lots('<p><img src=a>')}</ul>`],
    ['items of one list', `<ol>${lots('<li data-listid=1 data-aria-level=1>α</li>')}</ol>`],
    [
      'a hidden column of wide and tall cells',
      `<table><col style="display:none"><tr>${lots('<td rowspan=60000>α')}</tr>${lots('<tr><td colspan=1000>α')}</table>`,
    ],
    ['addresses', `<p>${lots('https://a.example/b www.a.gr. a@b.gr (')}</p>`],
    ['one word of dots and brackets', `<p>${lots('a.')}@${lots('b)')}${lots('(')}://</p>`],
    ['bullets', `<p>${lots('•')}${lots('• α<br>')}</p>`],
  ])('%s', (_, html) => {
    expect(cleanPaste(html).html.length).toBeLessThan(60 * html.length);
  });

  it('as plain text where it is deeper than any page', () => {
    expect(() => cleanPaste('<div>'.repeat(100_000))).toThrow(TooLarge);
    expect(cleanPaste(`${'<div>'.repeat(900)}α`).html).toBe('<p>α</p>');
  });

  it.each([
    ['lines', lots('λέξη\n')],
    ['divided words', lots('συγχρηματοδοτού-\nμενα έργα\n')],
    ['items', lots('1. α\n- β\n')],
    ['white space', lots(' \t\n \f')],
  ])('of plain text: %s', (_, text) => {
    expect(cleanText(text).html.length).toBeLessThan(60 * text.length);
  });
});

describe('very large and very deep HTML', { timeout: 120_000 }, () => {
  it.each(Object.entries(cases))('is imported, served, edited and judged: %s', (_, html) => {
    const imported = htmlToLexical(html);
    expect(servedHtml({ state: imported, source: html }) === html).toBe(true);
    const size = JSON.stringify(imported).length;
    expect(size).toBeLessThan(60 * html.length);
    const edited = state(...(imported.root.children as never[]), paragraph(text('new')));
    expect(servedHtml({ state: edited, source: html })?.endsWith('<p>new</p>')).toBe(true);
    expect(refuseState(edited)).toEqual([]);
    const served = servedHtml({ state: edited, source: html }) as string;
    expect(judgeServed(served, { imported: html }).problems).toEqual([]);
  });

  it.each([
    ['comments', '<!---->'.repeat(100_000)],
    ['line breaks in one link', `<a href="/a">${'<br>'.repeat(100_000)}</a>`],
  ])('is imported and judged with a hundred thousand neighbours: %s', (_, html) => {
    expect(refuseState(htmlToLexical(html))).toEqual([]);
  });

  it.each([
    ['comments in a style', `<p style="${many('/*')}">`],
    ['tags with comments in their styles', many('<p style="/*')],
    ['declarations', `<p style="${many('color:red;')}">`],
    ['colours', `<p style="color:${many('rgb(1)')}">`],
    ['brackets', `<p style="color:${many('rgb(')}">`],
    ['spaces in an address', `<a href="${many(' \t')}javascript:a">b</a>`],
    ['one attribute again and again', `<p ${many('align=a ')}>`],
  ])('is judged, whoever brings it: %s', (_, html) => {
    const { problems, html: served } = judgeServed(html, {});
    expect(problems.length).toBeLessThanOrEqual(20);
    expect(served).toBe(html);
    const edited = judgeServed(`<p>new</p>${html}`, { imported: html });
    expect(edited.problems).toEqual([]);
  });
});

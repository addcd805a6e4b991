import { describe, expect, it } from 'vitest';
import { htmlToLexical, judgeServed, refuseState, servedHtml } from '../../src/rich-text/index.ts';
import { paragraph, text } from './states.ts';

/** A walk that is not linear takes minutes already. */
const SIZE = 40_000;
const many = (piece: string, size = SIZE) => piece.repeat(Math.ceil(size / piece.length));

/** Shapes that make naive walks overflow the stack, or take hours, or make states of hundreds of megabytes. */
const cases: Record<string, string> = {
  'ordinary paragraphs': many(
    '<p class="x">Ένα <b>δύο</b> <a href="/τρία?a=1&amp;b=2">τρία</a>&nbsp;τέσσερα.</p>\r\n',
  ),
  'one long text': many('λέξη &amp; '),
  'one long word': many('α'),
  'one long space': `<p>a${' '.repeat(SIZE)}b</p>`,
  'nested boxes': many('<div>'),
  'nested boxes, closed': `${'<div>'.repeat(12_000)}a${'</div>'.repeat(12_000)}`,
  'nested marks': many('<b>'),
  'nested boxes and marks': many('<div><b>'),
  'nested lists': many('<ul><li>a'),
  'nested quotes': many('<blockquote>'),
  'nested tables': many('<table><tr><td>'),
  'marks that never end, each another': Array.from({ length: 6_000 }, (_, i) => `<p>a<b id=${i}>`).join(''),
  'links in links': many('<a href=x>a<p>'),
  'texts in a table': `<table>${many('a<tr>')}`,
  'stray end tags': `${'<span><div>'}${'<i>'.repeat(15_000)}${'</span>'.repeat(5_000)}`,
  'less-than signs': many('<'),
  ampersands: many('&'),
  'comments that open comments': many('<!--'),
  'a tag with many attributes': `<p ${many('a=b ')}>t</p>`,
  'forty boxes around everything': `${'<div class="a b c d">'.repeat(40)}${many('<p>a</p>')}`,
  'a long tag around everything': `<div title="${'x'.repeat(900)}">${many('<p>a</p>')}</div>`,
};

// A busy machine may take a while; only a walk that never ends fails.
describe('very large and very deep HTML', { timeout: 120_000 }, () => {
  it.each(Object.entries(cases))('is imported, served, edited and judged: %s', (_, html) => {
    const state = htmlToLexical(html);
    expect(servedHtml({ state, source: html }) === html).toBe(true);
    const size = JSON.stringify(state).length;
    expect(size).toBeLessThan(60 * html.length);
    const edited = { root: { ...state.root, children: [...state.root.children, paragraph(text('new'))] } };
    expect(servedHtml({ state: edited, source: html })?.endsWith('<p>new</p>')).toBe(true);
    expect(refuseState(edited)).toEqual([]);
    const served = servedHtml({ state: edited, source: html }) as string;
    expect(judgeServed(served, { imported: html }).problems).toEqual([]);
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

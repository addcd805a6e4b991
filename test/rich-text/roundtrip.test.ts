import { describe, expect, it } from 'vitest';
import { htmlToLexical, lexicalToHtml, refuseState, servedHtml } from '../../src/rich-text/index.ts';
import { capturedTexts } from './capture.ts';
import { headlessEditor, throughEditor } from './editor.ts';
import { documentLink, paragraph, picture, state, text } from './states.ts';
import { ugly } from './ugly.ts';

const cases = Object.entries(ugly);
const editor = await headlessEditor();

describe('imported HTML that nobody changed', () => {
  it('has at least 150 ugly cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
  });

  it.each(cases)('comes back byte for byte: %s', (_, html) => {
    expect(servedHtml({ state: htmlToLexical(html), source: html })).toBe(html);
  });

  it.each(cases)('says the same after the browser loaded and saved it: %s', (_, html) => {
    const state = htmlToLexical(html);
    const saved = throughEditor(editor, state);
    expect(lexicalToHtml(saved)).toBe(lexicalToHtml(state));
    expect(servedHtml({ state: saved, source: html })).toBe(html);
  });

  it.each(cases)('renders to HTML that renders to itself: %s', (_, html) => {
    const rendered = lexicalToHtml(htmlToLexical(html));
    expect(lexicalToHtml(htmlToLexical(rendered))).toBe(rendered);
  });

  it('what refers to documents renders to itself, too, and comes back from the editor', () => {
    const blocks = state(
      paragraph(text('α '), documentLink('news-posts', 12, text('β'), text('γ', 1)), text(' δ')),
      picture(3, { alt: 'α > "β" &', caption: 'γ < δ', width: 20 }, { format: 'center' }),
      picture('x-1', { alt: 'α', decorative: true }),
    );
    const rendered =
      '<p>α <a href="portal-document:news-posts/12">β<strong>γ</strong></a> δ</p>' +
      '<figure style="text-align: center;"><img src="portal-document:media/3" alt="α > &quot;β&quot; &amp;" width="20">' +
      '<figcaption>γ &lt; δ</figcaption></figure><figure><img src="portal-document:media/x-1" alt=""></figure>';
    expect(lexicalToHtml(blocks)).toBe(rendered);
    expect(lexicalToHtml(throughEditor(editor, blocks))).toBe(rendered);
    expect(lexicalToHtml(htmlToLexical(rendered))).toBe(rendered);
    expect(refuseState(blocks)).toEqual([]);
  });

  it('comes back byte for byte from the whole capture, the browser included', () => {
    const changed = capturedTexts.filter((html) => {
      const state = htmlToLexical(html);
      const saved = throughEditor(editor, state);
      return (
        servedHtml({ state, source: html }) !== html || servedHtml({ state: saved, source: html }) !== html
      );
    });
    expect(changed).toEqual([]);
  });

  it('is imported the same way each time', () => {
    for (const [, html] of cases) expect(htmlToLexical(html)).toEqual(htmlToLexical(html));
  });
});

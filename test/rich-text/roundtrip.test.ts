import { describe, expect, it } from 'vitest';
import { htmlToLexical, lexicalToHtml, servedHtml } from '../../src/rich-text/index.ts';
import { capturedTexts } from './capture.ts';
import { headlessEditor, throughEditor } from './editor.ts';
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

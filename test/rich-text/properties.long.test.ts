import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  htmlToLexical,
  lexicalToHtml,
  type NodeJson,
  refuseState,
  servedHtml,
} from '../../src/rich-text/index.ts';
import { htmlOf, renderUnits } from '../../src/rich-text/render/index.ts';
import { readSource, type Source } from '../../src/rich-text/served/index.ts';
import { anyHtml } from './arbitrary.ts';
import { headlessEditor, throughEditor } from './editor.ts';
import { textsOf } from './states.ts';

const editor = await headlessEditor();
const RUNS = { numRuns: 300 };

describe('whatever the HTML', { timeout: 120_000 }, () => {
  it('an unchanged text is served byte for byte, straight or through the editor', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const state = htmlToLexical(html);
        expect(servedHtml({ state, source: html })).toBe(html);
        const saved = throughEditor(editor, state);
        expect(servedHtml({ state: saved, source: html })).toBe(html);
        expect(servedHtml({ state: saved, previous: { state, html }, source: null })).toBe(html);
      }),
      RUNS,
    );
  });

  it('every token of it has its place in the source, in order', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        expect(readSource(html)?.html).toBe(html);
      }),
      RUNS,
    );
  });

  it('its own imported state is not refused', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        // It is refused before it is read.
        fc.pre(!html.includes('\0'));
        expect(refuseState(htmlToLexical(html))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('editing the words of one block leaves the bytes of all others', () => {
    fc.assert(
      fc.property(
        anyHtml,
        fc.nat(),
        fc.constantFrom('X', '<b>', 'a & b', ' ', 'λέξη'),
        (html, which, added) => {
          const state = JSON.parse(JSON.stringify(htmlToLexical(html)));
          const source = readSource(html);
          const texts = blocksOf(state).flatMap(textsOf);
          fc.pre(texts.length > 0 && source !== undefined);
          const text = texts[which % texts.length] as NodeJson;
          text.text = `${text.text}${added}`;
          const served = servedHtml({ state, source: html }) as string;
          const [start, end] = changedUnit(source as Source, state);
          expect(served.startsWith(html.slice(0, start))).toBe(true);
          expect(served.endsWith(html.slice(end))).toBe(true);
          expect(served.length).toBeGreaterThanOrEqual(start + html.length - end);
        },
      ),
      RUNS,
    );
  });

  it('an edited text says what its state says', () => {
    fc.assert(
      fc.property(anyHtml, fc.nat(), (html, which) => {
        const state = JSON.parse(JSON.stringify(htmlToLexical(html)));
        const texts = blocksOf(state).flatMap(textsOf);
        // Nothing can come after <plaintext>, end tags included.
        fc.pre(texts.length > 0 && !html.includes('<plaintext'));
        (texts[which % texts.length] as NodeJson).text = 'X';
        const served = servedHtml({ state, source: html }) as string;
        expect(said(served)).toBe(said(lexicalToHtml(state)));
      }),
      RUNS,
    );
  });
});

/** What an HTML text says, but for its white space: beside comments and at edges more or less of it is not seen. */
function said(html: string): string {
  return lexicalToHtml(htmlToLexical(html)).replace(/\s+/g, '');
}

/** From where to where, in the source, the unit goes that the state says differently. */
function changedUnit({ html, units, tokens }: Source, state: unknown): [number, number] {
  const rendered = renderUnits(state).map(htmlOf);
  const starts: number[] = [];
  let first = 0;
  for (const unit of units) {
    starts.push(tokens[first]?.range[0] ?? 0);
    first += unit.length;
  }
  const changed = units.findIndex((unit, i) => htmlOf(unit) !== rendered[i]);
  // What comes before the first unit is part of it.
  return [changed === 0 ? 0 : (starts[changed] ?? 0), starts[changed + 1] ?? html.length];
}

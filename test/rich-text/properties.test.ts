import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHtml } from '../../src/rich-text/html/read.ts';
import { endTag } from '../../src/rich-text/html/startTag.ts';
import {
  htmlToLexical,
  judgeServed,
  lexicalToHtml,
  type NodeJson,
  refuseState,
  servedHtml,
} from '../../src/rich-text/index.ts';
import { type Part, readSource } from '../../src/rich-text/served/parts.ts';
import { anyHtml } from './arbitrary.ts';
import { headlessEditor, throughEditor } from './editor.ts';
import { anyEdits } from './edits.ts';
import { said } from './said.ts';
import { paragraph, text, textsOf } from './states.ts';

const editor = await headlessEditor();
const RUNS = { numRuns: 250 };

/** Nothing can come after <plaintext>, end tags included. */
const endable = anyHtml.filter((html) => !html.includes('<plaintext'));

function edited(html: string, edit: (blocks: NodeJson[]) => void): { root: { children: NodeJson[] } } {
  const state = JSON.parse(JSON.stringify(htmlToLexical(html)));
  edit(state.root.children);
  return state;
}

describe('whatever the HTML', { timeout: 120_000 }, () => {
  it('an unchanged text is served byte for byte, straight or through the editor', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const state = htmlToLexical(html);
        expect(servedHtml({ state, source: html })).toBe(html);
        expect(servedHtml({ state: throughEditor(editor, state), source: html })).toBe(html);
      }),
      RUNS,
    );
  });

  it('its parts stand in it in order, and each says by itself what it says there', () => {
    fc.assert(
      fc.property(endable, (html) => {
        const { parts } = readSource(html);
        let end = 0;
        for (const part of parts) {
          expect(part.start).toBeGreaterThanOrEqual(end);
          end = part.end;
          const bytes = html.slice(part.start, part.end);
          expect(said(bytes + readHtml(bytes).missing)).toBe(said(rendered(part)));
        }
        expect(end).toBeLessThanOrEqual(html.length);
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

  it('an edited text says what its state says, and is served', () => {
    fc.assert(
      fc.property(endable, anyEdits, (html, edit) => {
        const state = edited(html, edit);
        const served = servedHtml({ state, source: html });
        const alone = lexicalToHtml(state);
        expect(said(served)).toBe(said(alone));
        if (judgeServed(alone, { imported: html }).problems.length === 0)
          expect(judgeServed(served, { imported: html }).problems).toEqual([]);
      }),
      RUNS,
    );
  });

  it('a paragraph at its end stands outside of all that comes before it', () => {
    fc.assert(
      fc.property(endable, anyEdits, (html, edit) => {
        const more = edited(html, (blocks) => {
          edit(blocks);
          blocks.push({ ...paragraph(text('last')), $: { tag: '<p class=last>' } });
        });
        expect(servedHtml({ state: more, source: html })).toMatch(/<p class=last>last<\/p>$/);
        expect(said(servedHtml({ state: more, source: html }))).toBe(said(lexicalToHtml(more)));
      }),
      RUNS,
    );
  });

  it('an edit of one block leaves the bytes of all parts but its own', () => {
    fc.assert(
      fc.property(anyHtml, fc.nat(), fc.constantFrom('X', '<b>', 'a & b', ' ', 'λέξη'), (html, at, added) => {
        const state = JSON.parse(JSON.stringify(htmlToLexical(html)));
        const blocks: NodeJson[] = state.root.children;
        const texts = blocks.flatMap((block, i) => textsOf(block).map((node) => ({ node, i })));
        fc.pre(texts.length > 0);
        const { node, i } = texts[at % texts.length] as { node: NodeJson; i: number };
        node.text = `${node.text}${added}`;
        const served = servedHtml({ state, source: html });
        const { parts } = readSource(html);
        const changed = parts.flatMap((part, index) => part.blocks.map(() => index))[i] as number;
        expect(served.startsWith(html.slice(0, parts[changed - 1]?.end ?? 0))).toBe(true);
        expect(served.endsWith(html.slice(parts[changed + 1]?.start ?? html.length))).toBe(true);
      }),
      RUNS,
    );
  });

  it('the bytes of every untouched part stand in an edited text, in the order of its blocks', () => {
    fc.assert(
      fc.property(endable, anyEdits, (html, edit) => {
        const { parts } = readSource(html);
        // Several blocks of one part are a case for the others; text beside text gets a tag.
        const many = new Set(parts.filter(({ blocks }) => blocks.length > 1).flatMap(htmlsOf));
        const own = parts.filter(
          ({ blocks: [first], blocks }) =>
            blocks.length === 1 && first?.edge === 'apart' && !many.has(first.html),
        );
        const state = edited(html, edit);
        const blocks = state.root.children.map((block) => lexicalToHtml({ root: { children: [block] } }));
        const served = servedHtml({ state, source: html });
        // All text was deleted.
        fc.pre(served !== '');
        let end = 0;
        for (const block of blocks) {
          const same = own.filter((part) => part.path.length === 0 && part.blocks[0]?.html === block);
          if (same.length === 0) continue;
          const places = same
            .map(({ start, end: until }) => html.slice(start, until))
            .map((bytes) => [served.indexOf(bytes, end), bytes.length] as const)
            .filter(([place]) => place >= 0)
            .sort(([one], [other]) => one - other);
          expect(places.length).toBeGreaterThan(0);
          const [place = 0, length = 0] = places[0] ?? [];
          end = place + length;
        }
      }),
      RUNS,
    );
  });
});

const htmlsOf = ({ blocks }: Part) => blocks.map(({ html }) => html);

/** A part as its blocks render, without the elements around all of it. */
function rendered({ blocks, path }: Part): string {
  return blocks
    .map(({ html, path: around }) => {
      const inside = around.slice(path.length);
      const ends = inside.map(({ tag }) => endTag(tag)).reverse();
      return [...inside.map(({ tag }) => tag), html, ...ends].join('');
    })
    .join('');
}

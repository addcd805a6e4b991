import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf, childrenOf, htmlToLexical, type NodeJson } from '../../src/rich-text/index.ts';
import { capturedTexts } from './capture.ts';
import { line, readHtml, readState } from './reading.ts';
import { ugly } from './ugly.ts';

/** Where an import reads broken HTML otherwise than the standard, and what it holds then. */
const OTHERWISE: Record<string, string> = {
  // The tag that the parser makes of it stands nowhere in the source; it is kept.
  'a stray br end tag': '0a|0<br>|0b',
  // An inline element without attributes and content says nothing.
  'empty inline elements': '0<p>|1a|1<i class="fa fa-home">|1<span id="x">|1b',
  'Word junk': '0<p class="MsoNormal" style="margin:0cm;mso-x:"y"">|1<span lang="EL">|2<o:p>|3\u00a0',
  // Lexical's rule says nothing of what is around it.
  'a rule in a box': '0<div>|1<hr>|1<p>|2a|0<hr>|1<p>|2b|1<hr>|0<div>|1<hr>',
};

const held = (html: string) => line(readState(htmlToLexical(html)));

describe('an imported state holds every element, attribute, comment and word of its HTML, each in its place', () => {
  it.each(Object.entries(ugly))('%s', (name, html) => {
    expect(held(html)).toBe(OTHERWISE[name] ?? line(readHtml(html)));
  });

  it('of the whole capture', () => {
    const texts = capturedTexts.map((html) => [held(html), line(readHtml(html))]);
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter(([state, source]) => state !== source)).toEqual([]);
  });

  it('whatever well-formed HTML', () => {
    fc.assert(
      fc.property(wellFormed, (html) => {
        expect(held(html)).toBe(line(readHtml(html)));
      }),
      { numRuns: 500 },
    );
  }, 120_000);
});

describe('an imported node', () => {
  const MARKS: Record<string, number> = {
    b: 1,
    strong: 1,
    i: 2,
    em: 2,
    s: 4,
    strike: 4,
    del: 4,
    u: 8,
    ins: 8,
  };
  Object.assign(MARKS, { code: 16, sub: 32, sup: 64 });

  /** Names of the elements that a text keeps around it. */
  const around = (node: NodeJson) =>
    Object.entries(node.$ ?? {}).flatMap(([key, tag]) =>
      /^h\d+$/.test(key) ? [/^<([a-z][^\s/>]*)/i.exec(String(tag))?.[1]?.toLowerCase() ?? ''] : [],
    );

  it('shows as what it is: headings, lists, links and marks', () => {
    const wrong: unknown[] = [];
    const judge = (node: NodeJson) => {
      const { tag: source } = (node.$ ?? {}) as { tag?: string };
      const [own] = readHtml(source ?? '');
      if (node.type === 'heading' || node.type === 'list') {
        if (!own?.said.startsWith(`<${node.tag}`)) wrong.push(node);
      } else if (/^<(h[1-6]|ul|ol)[ >]/.test(own?.said ?? '')) wrong.push(node);
      if (node.type === 'link') {
        const { url } = node.fields as { url: string };
        if (!own?.said.includes(` href="${url}"`)) wrong.push(node);
      }
      if (node.type === 'text') {
        const format = around(node).reduce((bits, name) => bits | (MARKS[name] ?? 0), 0);
        if (node.format !== format) wrong.push(node);
      }
      childrenOf(node).forEach(judge);
    };
    for (const html of [...capturedTexts, ...Object.values(ugly)])
      blocksOf(htmlToLexical(html)).forEach(judge);
    expect(wrong).toEqual([]);
  });
});

/** HTML without a fault, of what legacy texts are made of. */
const wellFormed = fc.letrec<{ block: string; inline: string }>((tie) => {
  const attributes = fc.constantFrom(
    '',
    ' class="a b"',
    ' id=x',
    " title='α &amp; β'",
    ' style="color: red"',
  );
  const inside = (child: fc.Arbitrary<string>) =>
    fc.array(child, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
  const element = (names: string[], content: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.constantFrom(...names), attributes, content)
      .map(([name, attribute, text]) => `<${name}${attribute}>${text}</${name.split(' ')[0]}>`);
  const word = fc.constantFrom('λόγος', 'a b', '1 &lt; 2', '&laquo;x&raquo;', 'ά&nbsp;έ', 'γ');
  const empty = fc.constantFrom('<br>', '<img src="a.png">', '<!-- σχόλιο -->', '<a name="t"></a>');
  const cell = element(['td', 'th'], inside(tie('inline')));
  return {
    inline: fc.oneof(
      { maxDepth: 3 },
      word,
      empty,
      element(['b', 'em', 'u', 'span', 'small'], inside(tie('inline'))),
      element(['a href="/x?y=1&amp;z"', 'a name=n'], inside(word)),
    ),
    block: fc.oneof(
      { maxDepth: 3 },
      element(['p', 'h2', 'h5'], inside(tie('inline'))),
      element(['div', 'section', 'blockquote', 'center'], inside(tie('block'))),
      element(['ul', 'ol'], inside(element(['li'], fc.oneof(inside(tie('inline')), inside(tie('block')))))),
      element(['table'], inside(element(['tr'], inside(cell)))),
      fc.constantFrom(
        '<iframe src="https://video.example/1"></iframe>',
        '<pre>  a\n b</pre>',
        '<hr class="x">',
      ),
    ),
  };
}).block;

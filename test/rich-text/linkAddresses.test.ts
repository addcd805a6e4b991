import {
  $getRoot,
  $parseSerializedNode,
  type LexicalEditor,
  type SerializedLexicalNode,
} from '@payloadcms/richtext-lexical/lexical';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { registerLinkAddresses } from '../../src/rich-text/editor/link/linkAddresses.ts';
import { htmlToLexical, type NodeJson, servedHtml } from '../../src/rich-text/index.ts';
import { headlessEditor } from './editor.ts';
import { heading, item, link, list, paragraph, text } from './states.ts';

const IMPORTED = '<p>Πρώτη</p><p><a href="/el/news/x">παλιός</a> και <a href="#s1">άλλος</a></p>';

let editor: LexicalEditor;
let stop = () => {};
let told: string[][];
beforeAll(async () => {
  editor = await headlessEditor();
});
afterEach(() => stop());

/** What is served of an imported text after something has come into it. */
function after(html: string, ...blocks: NodeJson[]): string | null {
  told = [];
  editor.setEditorState(editor.parseEditorState(JSON.stringify(htmlToLexical(html))));
  stop = registerLinkAddresses(editor, (links) => told.push(links));
  const come = () => {
    const nodes = blocks.map((each) => $parseSerializedNode(each as unknown as SerializedLexicalNode));
    $getRoot().append(...nodes);
  };
  editor.update(come, { discrete: true });
  return servedHtml({ state: JSON.parse(JSON.stringify(editor.getEditorState())), source: html });
}

/** What stands before what comes in. */
const FIRST = '<p>α</p>';

const to = (url: string, words = url) => link({ url }, text(words));

it.each([
  'file:///C:/Users/x/a.docx',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  `data:text/html;base64,${'A'.repeat(100_000)}`,
  'vbscript:x',
  'blob:https://a.example/1',
  'ftp://a.example/b',
  '',
  '#_Toc123456789',
  '/el/news/y',
  '//a.example',
  'www.gov.gr',
  'ypiresia.gov.gr',
  'htp:/λάθος διεύθυνση',
])('a link to %s goes, its words stay, and somebody is told', (url) => {
  const bold = link({ url }, text('οι '), text('οδηγίες', 1));
  expect(after(FIRST, paragraph(text('Δείτε '), bold, text('.')))).toBe(
    '<p>α</p><p>Δείτε οι <strong>οδηγίες</strong>.</p>',
  );
  expect(told).toEqual([['οι οδηγίες']]);
});

it('wherever it stands, and as many as there are', () => {
  const bad = () => to('file:///a', 'λέξη');
  expect(
    after(FIRST, heading('h2', bad()), list('ul', item(bad()), item(text('β'))), paragraph(bad(), bad())),
  ).toBe('<p>α</p><h2>λέξη</h2><ul><li>λέξη</li><li>β</li></ul><p>λέξηλέξη</p>');
  expect(told).toEqual([['λέξη', 'λέξη', 'λέξη', 'λέξη']]);
});

it('other links come in, without the spaces around their addresses', () => {
  const good = [
    to('https://a.example/"b"'),
    to(' https://b.example\n', 'β'),
    to('mailto:a@b.gr'),
    to('tel:+30 210'),
  ];
  expect(after(FIRST, paragraph(...good))).toBe(
    '<p>α</p><p><a href="https://a.example/&quot;b&quot;">https://a.example/"b"</a><a href="https://b.example">β</a>' +
      '<a href="mailto:a@b.gr">mailto:a@b.gr</a><a href="tel:+30 210">tel:+30 210</a></p>',
  );
  expect(told).toEqual([]);
});

it('what the text has had from the start stays byte for byte, also where it is pasted again', () => {
  expect(after(IMPORTED, paragraph(to('/el/news/x', 'αντίγραφο')))).toBe(
    `${IMPORTED}<p><a href="/el/news/x">αντίγραφο</a></p>`,
  );
  expect(told).toEqual([]);
});

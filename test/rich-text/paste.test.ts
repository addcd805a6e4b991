import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../src/rich-text/editor/paste/message.ts';
import { isUnreadPicture } from '../../src/rich-text/editor/paste/pasting.ts';
import { filesOf } from '../../src/rich-text/editor/paste/pictures.ts';
import {
  htmlToLexical,
  judgeServed,
  lexicalToHtml,
  type NodeJson,
  refuseState,
} from '../../src/rich-text/index.ts';
import {
  cleanPaste,
  cleanText,
  isPlain,
  readClipboard,
  readCopied,
  readText,
} from '../../src/rich-text/paste/index.ts';
import { anyHtml } from './arbitrary.ts';
import { ATTACKS } from './attacks.ts';
import { CLIPBOARDS } from './clipboards.ts';
import { headlessEditor, throughEditor } from './editor.ts';

const FOLDER = path.join(import.meta.dirname, '../fixtures/clipboards');
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');
/** `NAME.html`, beside what it is expected to be, each block on a line of its own. */
const FILES = readdirSync(FOLDER).flatMap((file) => /^([\w-]+)\.html$/.exec(file)?.[1] ?? []);

describe('the clipboard of', () => {
  it.each(FILES)('%s is plain HTML, and what is left out is counted', (name) => {
    const { html, dropped, pictures } = cleanPaste(read(`${name}.html`));
    expect(html).toBe(read(`${name}.expected.html`).replaceAll('\n', ''));
    expect(dropped).toEqual(JSON.parse(read(`${name}.dropped.json`)));
    expect(pictures.map(({ src, alt, after }) => [src.slice(0, 14), alt, after])).toEqual(PICTURES[name]);
  });
});

describe('what is seen is pasted', () => {
  it.each(CLIPBOARDS.map((each) => [each.of, each] as const))(
    'of %s',
    (_, { html, text, pasted, left = {} }) => {
      const read = cleanPaste(html, true, text);
      expect(read.html).toBe(pasted);
      expect(Object.fromEntries(read.dropped.map(({ what, count }) => [what, count]))).toEqual(left);
    },
  );

  it('and said where only the plain text has it', () => {
    const html =
      '<meta name="generator" content="LibreOffice 24.8"/><p>α<sup>1</sup></p><p>Εικόνα : ο χάρτης</p><p>βλέπε «».</p>';
    expect(readClipboard(html, false, 'α1\nΕικόνα 1: ο χάρτης\nβλέπε «Ο τίτλος».').dropped).toEqual([
      { what: 'words', count: 2, words: ['Εικόνα 1: ο', 'βλέπε «Ο τίτλος».'] },
    ]);
  });

  it('with the numbers of its items, also in the editor', () => {
    const html = '<ol start="5"><li>α</li><li value="10">β<ol type="a"><li>γ</li></ol></li></ol>';
    const { nodes } = readClipboard(html, false);
    expect(lexicalToHtml(throughEditor(editor, { root: { ...ROOT, children: nodes } }))).toBe(html);
  });

  it('what stands below a picture is a paragraph below it', () => {
    const html =
      '<figure><img src="https://a.example/a.png" alt="α"><figcaption>β <b>γ</b></figcaption></figure>';
    expect(cleanPaste(html)).toEqual({
      html: '<p>β <strong>γ</strong></p>',
      dropped: [],
      pictures: [{ src: 'https://a.example/a.png', alt: 'α', after: 0 }],
    });
  });
});

describe('plain text', () => {
  it.each([
    [
      'paragraphs, lines, lists and links',
      'Τίτλος\r\n\r\n \t\r\nΔευτέρα 8-14\r\nΤρίτη 8-15\r\n\r\n3. α\r\n4. β\r\n6. γ\r\n\r\n- δ\r\n- ε\r\n\r\nΔείτε https://a.example/b.\r\n',
      '<p>Τίτλος</p><p>Δευτέρα 8-14<br>Τρίτη 8-15</p><ol start="3"><li>α</li><li>β</li></ol><p>6. γ</p><ul><li>δ</li><li>ε</li></ul><p>Δείτε <a href="https://a.example/b">https://a.example/b</a>.</p>',
    ],
    [
      'one bullet, and one number, which may be a date',
      '• α\n\n1. Ιανουαρίου',
      '<ul><li>α</li></ul><p>1. Ιανουαρίου</p>',
    ],
    ['what looks like HTML', '<b>α</b> & β', '<p>&lt;b&gt;α&lt;/b&gt; &amp; β</p>'],
    ['nothing', ' \n\n', ''],
  ])('is %s', (_, text, html) => {
    expect(cleanText(text)).toEqual({ html, joined: undefined });
  });

  it.each([
    ['a word is divided', 'Οι υπηρε-\nσίες μας', '<p>Οι υπηρεσίες μας</p>'],
    [
      'lines have about one width, and end within sentences',
      'Η παράγραφος αρχίζει εδώ και συνεχίζει στη δεύτερη\nγραμμή, που είναι περίπου όσο πλατιά είναι η πρώτη\nκαι στην τρίτη τελειώνει.\n\n1. Ένα\n2. Δύο',
      '<p>Η παράγραφος αρχίζει εδώ και συνεχίζει στη δεύτερη γραμμή, που είναι περίπου όσο πλατιά είναι η πρώτη και στην τρίτη τελειώνει.</p><ol><li>Ένα</li><li>Δύο</li></ol>',
    ],
    [
      'and items go on over lines; a range keeps its hyphen, a divided word one accent',
      '• το πρόγραμμα 2021-\n2027 είναι συγχρηματοδό-\nτούμενο\n• και το αυτοκίνη-\nτό μου',
      '<ul><li>το πρόγραμμα 2021-2027 είναι συγχρηματοδοτούμενο</li><li>και το αυτοκίνητό μου</li></ul>',
    ],
  ])('is that of a PDF, whose lines are joined, where %s', (_, text, joined) => {
    expect(cleanText(text).joined).toBe(joined);
  });

  it('is that of a narrow column, whose lines go on within sentences', () => {
    const text =
      '1. Τα συγχρηματοδοτούμενα\nπρογράμματα της περιφερειακής\nαυτοδιοίκησης υλοποιούνται\nσύμφωνα με τις διατάξεις της\nευρωπαϊκής νομοθεσίας και την\nαπόφαση του Υπουργείου\nΕσωτερικών. Η αξιολόγηση\nγίνεται.';
    expect(cleanText(text).joined).toBe(`<p>${text.replaceAll('\n', ' ')}</p>`);
  });

  it.each([
    ['short lines', 'Υπουργείο Ανάπτυξης\nΝίκης 5\nΑθήνα'],
    ['sentences', `${'Αυτή είναι μια πρόταση με αρκετές λέξεις μέσα.\n'.repeat(4)}`],
    ['a dash at the end', 'Αθήνα -\nΘεσσαλονίκη'],
  ])('is no PDF by %s', (_, text) => {
    expect(cleanText(text).joined).toBe(undefined);
    expect(readText(text).joined).toBe(undefined);
  });
});

it('HTML that only places or colours lines is the plain text beside it', () => {
  const pdf = '<span dir="ltr" role="presentation">α</span><br role="presentation"><span>β</span>';
  const code =
    '<meta charset="utf-8"><div style="color: #000;font-family: Menlo;white-space: pre;"><div><span>α</span></div></div>';
  const others = ['<p>α<br>β</p>', '<div style="white-space: pre-wrap;">α</div>'];
  expect([pdf, code, ...others].map((html) => isPlain(html, 'α\nβ'))).toEqual([true, true, false, false]);
});

describe('HTML that is the plain text beside it is that text', () => {
  const text = 'Δήμος <Αθηναίων>, Α&Β < 5\nΤηλ. κέντρο <info@example.org>\n\n1. Πρώτο\n2. Δεύτερο';

  it.each([
    ['as it is', text],
    ['with other ends of lines', `${text.replaceAll('\n', '\r\n')}\r\n`],
    ['with its charset', `<meta charset='utf-8'>${text}`],
    ['on Linux', `<meta http-equiv="content-type" content="text/html; charset=utf-8">${text}`],
    [
      'on Windows',
      `<html>\r\n<body>\r\n<!--StartFragment-->${text}<!--EndFragment-->\r\n</body>\r\n</html>\0`,
    ],
  ])('%s', (_, html) => {
    expect(isPlain(html, text)).toBe(true);
  });

  it.each([
    ['escapes it', 'α &lt; β<br>γ', 'α < β\nγ'],
    ['has marks', '<meta charset="utf-8"><b>α</b>', 'α'],
    ['has other words', 'α <β', 'α'],
    ['is alone', '<p>α</p>', ''],
  ])('but not where it %s', (_, html, beside) => {
    expect(isPlain(html, beside)).toBe(false);
  });
});

describe('what is copied in another text', () => {
  const paragraph = (children: NodeJson[], $?: object) => ({ ...PARAGRAPH, children, ...($ && { $ }) });
  const text = (words: string) => ({ ...TEXT, text: words });
  const kept = (html: string) => ({ type: 'kept', version: 1, format: '', html });

  it('comes without the markup of its import, which only that text may have', () => {
    const copied = [
      paragraph([text('α')], { tag: '<p class="lead">', h1: '<div class="box">' }),
      kept('<table class="x"><tr><td>β</td></tr></table>'),
      kept('<figure><img src="/a.png" alt="γ"><figcaption>δ</figcaption></figure>'),
      paragraph([{ type: 'kept_inline', version: 1, html: '<img src="/b.png">' }]),
      kept('<iframe src="https://a.example"></iframe>'),
      paragraph([text('ε')]),
    ];
    const { nodes, ...left } = readCopied(copied);
    expect(lexicalToHtml({ root: { ...ROOT, children: nodes } } as never)).toBe(
      '<p>α</p><table><tbody><tr><td>β</td></tr></tbody></table><p>δ</p><p>ε</p>',
    );
    expect(left).toEqual({
      dropped: [{ what: 'embed', count: 1 }],
      pictures: [
        { src: '/a.png', alt: 'γ', after: 2 },
        { src: '/b.png', alt: '', after: 4 },
      ],
    });
  });
});

/** The beginning of the address, what it is said to show, and how many blocks stand before it. */
const PICTURES: Record<string, [src: string, alt: string, after: number][]> = {
  'google-docs': [['https://lh7-rt', 'Χάρτης των υπηρεσιών', 5]],
  libreoffice: [['data:image/png', '', 5]],
  'web-page': [
    ['a.jpg', 'x', 10],
    ['i.png', '', 14],
  ],
  word: [['file:///C:/Use', 'λογότυπο', 7]],
};

describe('the pictures of a clipboard', () => {
  const at = (after: number, src: string, alt = '') => ({ src, alt, after });

  it('stand behind the blocks that they are in, and no list is cut in two', () => {
    const word = (words: string) => `<p style='mso-list:l0 level1 lfo1'>${words}</p>`;
    const html =
      '<img src=a><p>α<img src=b>β</p><ul><li>γ<img src=c><ul><li><img src=d>δ</li></ul></li></ul><table><tr><td><img src=e>ε</td></tr></table>' +
      `${word('ζ<img src=f>')}${word('η')}<img src=g>`;
    const { nodes, pictures } = readClipboard(html, false);
    expect(nodes.map(({ type }) => type)).toEqual(['paragraph', 'list', 'table', 'list']);
    expect(pictures).toEqual([
      at(0, 'a'),
      at(1, 'b'),
      at(2, 'c'),
      at(2, 'd'),
      at(3, 'e'),
      at(4, 'f'),
      at(4, 'g'),
    ]);
    expect(readClipboard(html, true).pictures.at(-1)).toEqual(at(4, 'g'));
  });

  it('are known where Safari names one and does not give it', () => {
    const data = (types: string[], count = 0) => ({ types, files: { length: count } as FileList });
    expect(isUnreadPicture(data(['image/png']))).toBe(true);
    expect(isUnreadPicture(data(['Files']))).toBe(true);
    expect(isUnreadPicture(data(['Files'], 1))).toBe(false);
    expect(isUnreadPicture(data(['text/html', 'image/png']))).toBe(false);
    expect(isUnreadPicture(data(['text/plain']))).toBe(false);
  });

  it('have their bytes in their addresses, or are the one file of the clipboard', async () => {
    const png = new File(['p'], 'image.png', { type: 'image/png' });
    const data = 'data:image/png;base64,cA==';
    const found = filesOf(
      [at(1, data, 'α'), at(2, 'file:///a.png'), at(3, 'data:image/svg+xml;base64,cA==')],
      [png],
    );
    expect(found).toEqual([{ file: expect.any(File), alt: 'α', after: 1 }]);
    expect([found[0]?.file.type, await found[0]?.file.text()]).toEqual(['image/png', 'p']);
    expect(filesOf([at(0, 'file:///a.png')], [png])).toEqual([{ file: png, alt: '', after: 0 }]);
    // Files are what a sheet looks like, where the HTML has no picture.
    expect(filesOf([], [png])).toEqual([]);
    expect(filesOf([at(0, 'data:image/png;base64,%')], [])).toEqual([]);
  });
});

describe('pasted', () => {
  const word = (level: number, marker: string, words: string, list = 0) =>
    `<p class=MsoListParagraph style='mso-list:l${list} level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span>&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`;

  it.each([
    [
      'lists of Word begin anew with another bullet or list, and go on with a number',
      word(1, '·', 'α') +
        word(3, '§', 'β') +
        word(1, '4)', 'γ') +
        word(2, 'a.', 'δ') +
        word(1, '1.', 'ε', 2) +
        '<p>ζ</p>' +
        word(1, 'o', 'η'),
      '<ul><li>α<ul><li>β</li></ul></li></ul><ol start="4"><li>γ<ol type="a"><li>δ</li></ol></li></ol><ol><li>ε</li></ol><p>ζ</p><ul><li>η</li></ul>',
    ],
    [
      'marks are those that are seen',
      '<b style="font-weight:normal"><i>α</i></b><span style="font-weight:700;text-decoration:underline line-through">β</span><strong><span style="font-weight:400">γ</span></strong><b style="mso-bidi-font-weight:normal">δ</b>',
      '<p><em>α</em><strong><u><s>β</s></u></strong>γ<strong>δ</strong></p>',
    ],
    [
      'space is as it is seen',
      '  α \n<b> β</b> <br> γ&nbsp;<p>&nbsp; </p><p>\u00a0δ</p>\n<i>ε</i>\n<b>ζ</b>',
      '<p>α <strong>β</strong><br>γ</p><p>δ</p><p><em>ε</em> <strong>ζ</strong></p>',
    ],
    ['words in a line', 'α <b>β</b>', '<p>α <strong>β</strong></p>'],
    ['nothing that is hidden', '<p style="display:none">α</p><!-- γ -->', ''],
    [
      'a link over blocks, in each of them',
      '<a href="https://a.example"><div>α</div><div>β</div></a>',
      '<p><a href="https://a.example">α</a></p><p><a href="https://a.example">β</a></p>',
    ],
  ])('%s', (_, html, expected) => {
    expect(cleanPaste(html).html).toBe(expected);
  });

  it('into a cell, a table beside other things is what its cells hold', () => {
    const html = '<p>α</p><table><caption>τ</caption><tr><td>β</td><td><ul><li>γ</li></ul></td></tr></table>';
    expect(cleanPaste(html, false).html).toBe('<p>α</p><p>τ</p><p>β</p><ul><li>γ</li></ul>');
    expect(readClipboard(html, true).nodes.map(({ type }) => type)).toEqual([
      'paragraph',
      'paragraph',
      'paragraph',
      'list',
    ]);
    expect(readClipboard(html, false).nodes.map(({ type }) => type)).toEqual(['paragraph', 'table']);
    expect(readClipboard(html.slice(8), true).nodes.map(({ type }) => type)).toEqual(['table']);
  });

  it('leaves out what is said in a line, in Greek and English', () => {
    const links = { what: 'link' as const, count: 4, words: ['α', 'β', 'γ', 'δ'] };
    expect(messageOf([{ what: 'picture', count: 2 }, { what: 'comment', count: 1 }, links])).toEqual({
      el: 'Δεν επικολλήθηκαν: εικόνες, για να τις ανεβάσετε ως αρχεία στις «Εικόνες και αρχεία» (2) · σχόλια (1) · σύνδεσμοι που δεν οδηγούν σε ολόκληρη διεύθυνση (4): «α», «β», «γ» ….',
      en: 'Not pasted: pictures, for you to upload as files to “Images and files” (2) · comments (1) · links that do not lead to a whole address (4): «α», «β», «γ» ….',
    });
    expect(messageOf([{ what: 'comment', count: 2 }], 2)).toEqual({
      el: 'Δεν επικολλήθηκαν: σχόλια (2). Εικόνες που μπορούν να ανέβουν στις «Εικόνες και αρχεία»: 2.',
      en: 'Not pasted: comments (2). Pictures that can be uploaded to “Images and files”: 2.',
    });
    expect(messageOf([], 1).el).toBe('Εικόνες που μπορούν να ανέβουν στις «Εικόνες και αρχεία»: 1.');
  });
});

const editor = await headlessEditor();

/** What the editor makes of it is what the HTML says, safe, and nothing that only admins may bring in. */
function expectClean(source: string): void {
  const { html } = cleanPaste(source);
  expect(cleanPaste(html)).toEqual({ html, dropped: [], pictures: [] });
  expect(judgeServed(html, {}).problems).toEqual([]);
  const { nodes } = readClipboard(source, false);
  expect(JSON.stringify(nodes).includes('"type":"kept')).toBe(false);
  if (html === '') return;
  const state = { root: { type: 'root', children: nodes } };
  expect(refuseState(state)).toEqual([]);
  const rendered = lexicalToHtml(htmlToLexical(html, ['table']));
  expect(lexicalToHtml(throughEditor(editor, { root: { ...ROOT, children: nodes } }))).toBe(rendered);
}

const TEXT = { type: 'text', detail: 0, format: 0, mode: 'normal', style: '', version: 1 };
const PARAGRAPH = { type: 'paragraph', direction: null, format: '', indent: 0, version: 1 };
const ROOT = { type: 'root', direction: null, format: '', indent: 0, version: 1 };

describe('whatever the clipboard', { timeout: 60_000 }, () => {
  it('cleaning it twice is cleaning it once, and what comes of it may be published', () => {
    for (const name of FILES) expectClean(read(`${name}.html`));
    for (const { html } of CLIPBOARDS) expectClean(html);
    for (const attack of ATTACKS) expectClean(`<p>a</p>${attack}`);
    fc.assert(
      fc.property(
        anyHtml.filter((html) => !html.includes('\0')),
        expectClean,
      ),
      { numRuns: 300 },
    );
  });

  it('every word that is seen is there, in its order', () => {
    fc.assert(
      fc.property(anyVisible, (html) => {
        expect(wordsOf(cleanPaste(html).html).replaceAll(NUMBER, '')).toBe(wordsOf(html));
        expect(wordsOf(cleanPaste(html, false).html).replaceAll(NUMBER, '')).toBe(wordsOf(html));
      }),
      { numRuns: 500 },
    );
  });
});

/** Of a heading in a list. */
const NUMBER = /\d+\./g;

/** The characters of a page, without spaces. */
function wordsOf(html: string): string {
  const walk = (node: DefaultTreeAdapterTypes.Node): string =>
    'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(walk).join('') : '';
  return walk(parse(html)).replace(/\s+/g, '');
}

const NAMES =
  'p div h1 h3 ul ol li blockquote b i span a section table tr td th caption pre dl dt font u center'.split(
    ' ',
  );
const STYLES = [
  '',
  ' style="font-weight:700"',
  " style='mso-list:l0 level2 lfo1'",
  ' href="https://a.example"',
  ' colspan=3',
];
/** Elements in any order, well-formed or not, none of which hides or holds anything but words. */
const anyVisible = fc
  .array(
    fc.oneof(
      fc.constantFrom('λόγος', ' δύο λέξεις ', 'a &amp; b', '&nbsp;', '<br>', '<hr>', '\n'),
      fc
        .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...STYLES))
        .map(([name, style]) => `<${name}${style}>`),
      fc.constantFrom(...NAMES).map((name) => `</${name}>`),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

import { describe, expect, it } from 'vitest';
import { judgeServed, refuseLinks, refuseState, VIDEO_HOSTS } from '../../src/rich-text/index.ts';
import { ATTACKS } from './attacks.ts';
import {
  cell,
  heading,
  item,
  kept,
  link,
  list,
  paragraph,
  picture,
  row,
  rule,
  state,
  table,
  text,
} from './states.ts';

const messages = (value: unknown) => refuseState(value).map((problem) => problem.message);
const judge = (html: string, imported?: string) =>
  judgeServed(html, { imported, videoHosts: VIDEO_HOSTS }).problems.map(({ message }) => message);

describe('HTML that a client brings in', () => {
  const harmless = [
    '<table border=1><tr><td colspan=2>a<td>b<tr><td><a href="/x">c</a></table>',
    '<figure><img src="/media/εικόνα 1.png" alt="data: 5"><figcaption>b</figcaption></figure>',
    '<iframe src="https://www.youtube.com/embed/a" allowfullscreen></iframe>',
    '<iframe src="//player.vimeo.com/video/1"></iframe>',
    '<!-- a comment -->',
    '<dl><dt>a<dd>b</dl>',
    '<pre> a </pre>',
    '<img src=a>',
    '<img src= onmouseover="a">',
    '<a name=x></a>',
    '<video controls src="/a.mp4"></video>',
    '<p style="text-align: center; color: rgb(1, 2, 3)">a</p>',
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
    'a < b, c <d> &lt;script&gt;'.replace('<d>', '&lt;d>'),
    '<a href="mailto:a@b.gr">a</a><a href="tel:+30210">b</a><a href="//a.example">c</a><a href="#d">d</a>',
  ];

  it.each(harmless)('is served where it is harmless: %s', (html) => {
    expect(judgeServed(html, { videoHosts: VIDEO_HOSTS })).toEqual({ html, problems: [], removed: [] });
  });

  const active = [
    '<script>alert(1)</script>',
    '<img src=x OnError = alert(1)>',
    '<img/src="x"/onerror=alert(1)>',
    '<a href=" \tjava\nscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="unknown:x">x</a>',
    '<iframe src="/admin"></iframe>',
    '<iframe src="https://a.example"></iframe>',
    '<iframe src="https://www.youtube.com.a.example"></iframe>',
    '<iframe src="https://www.youtube.com@a.example/"></iframe>',
    '<iframe src="https://www.youtube.com"><script>alert(1)</script></iframe>',
    '<object data=x></object>',
    '<embed src=x>',
    '<style>body{display:none}</style>',
    '<link rel=stylesheet href=x>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<template><script>x</script></template>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<p style="width:exp/**/ression(alert(1))">x</p>',
    '<p style="width:\\65xpression(alert(1))">x</p>',
    '<p class=x>a</p>',
    '<p id=x>a</p>',
    '<img srcset="a 1x, data:image/svg+xml,x 2x">',
    '<img src="data:image/svg+xml,x">',
    '<!--><img src=x onerror=alert(1)>-->',
    '<!DOCTYPE html>',
    '<?php echo 1 ?>',
    '<textarea></textarea>',
    '<x-card>b</x-card>',
    '<p "onclick=a">b</p>',
    '<title></title>',
    '<plaintext>',
    '<table><tr><td><script>a</script></table>',
  ];

  it.each(active)('is refused where it is not: %s', (html) => {
    expect(judge(html)).not.toEqual([]);
    expect(judge(`<p>a</p>${html}<p>b</p>`, '<p>a</p><p>c</p>')).not.toEqual([]);
  });

  it.each(ATTACKS)('is refused where it is a known attack: %s', (html) => {
    expect(judge(html)).not.toEqual([]);
  });

  it.each(active)('is served where the import has the very same: %s', (html) => {
    expect(judge(`<p>changed</p>${html}`, `<p>a</p>${html}`)).toEqual([]);
  });

  it.each([...'\u00a0\ufeff\u2028\u2029\u3000\u000b\u1680\u2003\u202f\u205f'])(
    'is read as browsers do, to whom U+%o is no space',
    (space) => {
      expect(judge(`<img src=${space}"x onerror=alert(1) ">`)).toEqual([
        'An HTML attribute that is not allowed: <img onerror>.',
        'An HTML attribute that is not allowed: <img ">.',
      ]);
    },
  );

  it('is refused where the import only has it as text or inside something else', () => {
    const html = '<script>alert(1)</script>';
    for (const imported of [
      `<p title="${html}">a</p><!-- ${html} -->`,
      `<table><tr><td>${html}</td></tr></table>`,
      `<svg>${html}</svg>`,
      '<script>alert(2)</script>',
      '&lt;script>alert(1)&lt;/script>',
    ]) {
      expect(judge(html, imported)).not.toEqual([]);
    }
  });

  it.each([
    '<table><tr><td>a',
    '<!-- a',
    '<b',
    '<b>',
    '<p>a</p><div',
    '<p>a</p><div>',
    '<div><p>a</div',
    '</div>',
    'a</b>',
    '<td>a</td>',
    '<img src="x',
  ])('is refused where it does not end, or ends what is not its own: %s', (html) => {
    expect(judge(html)).not.toEqual([]);
  });
});

describe('an imported start tag around a text that is edited', () => {
  const edited = (imported: string) =>
    judgeServed(imported.replace('text', 'changed'), { imported, videoHosts: VIDEO_HOSTS });

  it.each([
    '<p style="color:#f00; font-family: Arial, &quot;Times&quot;" class="a b" id=x data-y=1>text</p>',
    "<span lang=EN-US style='mso-fareast-language:EL'>text</span>",
    '<font face="Arial" size=2>text</font>',
    '<p style="font-family:&quot;Curlz MT&quot;;color:RGB(1,2,3)">text</p>',
    '<o:p>text</o:p>',
    '<h2 align=center title="a">text</h2>',
    '<a href="x.html" target=_top class=more onfocus>text</a>'.replace(' onfocus', ''),
    '<div class=box><p>text</p><iframe src="https://anywhere.example"></iframe></div>',
    '<b>text',
    '<x-card role=note>text</x-card>',
  ])('keeps every byte of what only dresses or names: %s', (imported) => {
    expect(edited(imported)).toEqual({
      html: imported.replace('text', 'changed'),
      problems: [],
      removed: [],
    });
  });

  it.each([
    ['<p class=a onclick="f()">text</p>', '<p class=a>changed</p>', ['<p onclick>']],
    ['<P ID=a ONCLICK=f() onclick=g()>text</P>', '<P ID=a>changed</P>', ['<p onclick>']],
    ['<a href="javascript:f()" rel=x>text</a>', '<a rel=x>changed</a>', ['javascript:f()']],
    [
      '<p style="color: red; position: fixed; background: url(x)">text</p>',
      '<p style="color: red">changed</p>',
      ['position: fixed'],
    ],
    ['<p style="behavior:url(x)" dir=rtl>text</p>', '<p dir=rtl>changed</p>', ['behavior:url(x)']],
  ])('loses what is active, and says so: %s', (imported, html, removed) => {
    expect(edited(imported)).toEqual({ html, problems: [], removed });
  });
});

describe('links that a client sends', () => {
  it.each([
    'https://a.example/β?c=d#e',
    'mailto:a@b.gr',
    'tel:+30210',
    '/a b.pdf',
    '#a',
    '?a',
    'c.html',
    '//a.example',
    'viber://x',
  ])('may go anywhere that runs nothing: %s', (url) => {
    expect(messages(state(paragraph(link({ url }, text('a')))))).toEqual([]);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:x',
    'java\nscript:x',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    'file:///etc/passwd',
    'portal-document:news-posts/1',
  ])('may not run code: %j', (url) => {
    expect(messages(state(paragraph(link({ url }, text('a')))))).toEqual([
      `The link “a” has an address that is not allowed: ${url}.`,
    ]);
  });

  const LONG = `https://a.example/${'x'.repeat(5000)}`;
  const WEB = ['https://a.example', 'HTTPS://A.example/β?c="d"#e', 'http://localhost:8080/x', LONG];
  const PROGRAMS = ['mailto:a@b.gr?subject=Ένα θέμα', 'TEL:+30 210 123', 'viber://x'];

  it('lead a visitor somewhere when they are published', () => {
    const links = [...WEB, ...PROGRAMS].map((url) => link({ url }, text('a')));
    expect(refuseLinks(state(paragraph(...links)), [])).toEqual([]);
  });

  it.each([
    'ypiresia.gov.gr',
    'htp:/λάθος διεύθυνση',
    'https:/gov.gr',
    ' https://gov.gr',
    'https://[gov.gr',
    '//gov.gr/a',
    '/el/news/x',
    '#_Toc123',
    'mailto:',
    'unknown:x',
  ])('are named by their words where they lead nowhere: %s', (url) => {
    const bad = link({ url }, text('οι '), text('οδηγίες', 1));
    const [message] = refuseLinks(state(rule(), list('ul', item(bad))), []);
    expect(message).toMatchObject({
      path: 'root.children.1.children.0.children.0',
      message: expect.stringContaining(`“οι οδηγίες” has an address that does not open: ${url}. `),
    });
  });

  it('may lead wherever a known text has one', () => {
    const html = '<p><A HREF="/a?b&amp;c">x</A><img href="/d"></p>';
    const links = ['/a?b&c', '/d'].map((url) => link({ url }, text(url)));
    const [problem, ...others] = refuseLinks(state(paragraph(...links)), [html]);
    expect([problem?.path, others]).toEqual(['root.children.0.children.1', []]);
  });

  it('have no address yet while the drawer is open', () => {
    const unfinished = state(paragraph(link({ url: 'https://' }, text('a'))));
    expect(messages(unfinished)).toEqual([]);
    expect(refuseLinks(unfinished, [])[0]?.message).toBe('The link “a” has no address.');
  });

  it.each([
    [{}, 'A part is malformed: link.fields.url.'],
    [{ url: '' }, 'The link “a” has no address.'],
    [{ url: 1 }, 'A part is malformed: link.fields.url.'],
    [{ url: 'x', linkType: 'other' }, 'A part is malformed: link.fields.linkType.'],
    [{ linkType: 'internal' }, 'A part is malformed: link.fields.doc.'],
    [
      { linkType: 'internal', doc: { relationTo: 'news-posts', value: { id: 1 } } },
      'A part is malformed: link.fields.doc.value.',
    ],
    [
      { linkType: 'internal', doc: { relationTo: 'a"b', value: 1 } },
      'A part is malformed: link.fields.doc.relationTo.',
    ],
    [
      { linkType: 'internal', doc: { relationTo: 'a', value: '1/2' } },
      'A part is malformed: link.fields.doc.value.',
    ],
    [{ url: 'x', rel: 1 }, 'A part is malformed: link.fields.rel.'],
    [{ url: 'x', title: {} }, 'A part is malformed: link.fields.title.'],
    [{ url: 'x', newTab: 'yes' }, 'A part is malformed: link.fields.newTab.'],
    [
      { url: 'x\ud800' },
      'The text contains a character that cannot be published (half of a pair, or a null).',
    ],
  ])('have fields of the right kind: %j', (fields, message) => {
    expect(messages(state(paragraph(link(fields, text('a')))))).toEqual([message]);
  });
});

describe('states that no editor makes', () => {
  it('are no problem when they are empty', () => {
    expect(refuseState(null)).toEqual([]);
    expect(refuseState(undefined)).toEqual([]);
    expect(refuseState(state())).toEqual([]);
  });

  it.each([1, 'x', true, [], {}, { root: 1 }, { root: {} }, { root: { type: 'paragraph', children: [] } }])(
    'are named for what they are not: %j',
    (value) => {
      expect(refuseState(value)).toMatchObject([{ path: 'root', message: 'This is not rich text.' }]);
    },
  );

  it.each([
    [[{ type: 'relationship' }], 'A part of this kind cannot be published here: relationship.'],
    [[{ type: 'upload' }], 'A part is malformed: upload.relationTo.'],
    [[picture('1"')], 'A part is malformed: upload.value.'],
    [[picture(1, { alt: 1 })], 'A part is malformed: upload.fields.alt.'],
    [[picture(1, { width: -1 })], 'A part is malformed: upload.fields.width.'],
    [[picture(1, null, { pending: { src: 'blob:x' } })], 'A part is malformed: upload.pending.'],
    [[paragraph(picture(1))], 'A part is in a place where it cannot be: upload.'],
    [[{ type: 'toString', children: [] }], 'A part of this kind cannot be published here: toString.'],
    [[{ type: '__proto__', children: [] }], 'A part of this kind cannot be published here: __proto__.'],
    [[null], 'A part is malformed: root.'],
    [['x'], 'A part is malformed: root.'],
    [[{ type: 'paragraph' }], 'A part is malformed: paragraph.children.'],
    [[text('a')], 'A part is in a place where it cannot be: text.'],
    [[paragraph(paragraph())], 'A part is in a place where it cannot be: paragraph.'],
    [[list('ul', paragraph())], 'A part is in a place where it cannot be: paragraph.'],
    [[paragraph(link({ url: 'a' }, link({ url: 'b' })))], 'A part is in a place where it cannot be: link.'],
    [[heading('h7')], 'A part is malformed: heading.tag.'],
    [[{ ...paragraph(), format: 'x" onclick="y' }], 'A part is malformed: paragraph.format.'],
    [[{ ...list('ul', item()), tag: 'script' }], 'A part is malformed: list.tag.'],
    [[{ ...list('ol', item()), start: '1' }], 'A part is malformed: list.start.'],
    [[{ ...list('ul', item()), listType: 'check' }], 'A part is malformed: list.listType.'],
    [[paragraph({ ...text('a'), text: 1 })], 'A part is malformed: text.text.'],
    [[paragraph(text('a', 128))], 'A part is malformed: text.format.'],
    [
      [paragraph(text('a\ud83d'))],
      'The text contains a character that cannot be published (half of a pair, or a null).',
    ],
    [
      [paragraph(text('a\u0000'))],
      'The text contains a character that cannot be published (half of a pair, or a null).',
    ],
    [[{ type: 'kept' }], 'A part is malformed: kept.html.'],
    [[{ ...rule(), children: [kept('<hr>')] }], 'A part is malformed: horizontalrule.children.'],
    [[paragraph({ ...text(''), children: [] })], 'A part is malformed: text.children.'],
    [[{ ...paragraph(text('')), $: { tag: 1 } }], 'A part is malformed: paragraph.$.tag.'],
    [[{ ...kept('<hr>'), children: [kept('<hr>')] }], 'A part is malformed: kept.children.'],
    [[kept('', { html: 1 })], 'A part is malformed: kept.html.'],
    [[kept('<hr>', { $: { h1: 'x' } })], 'A part is malformed: kept.$.'],
    [[kept('<hr>', { format: 'x' })], 'A part is malformed: kept.format.'],
    [[paragraph(kept('<hr>'))], 'A part is in a place where it cannot be: kept.'],
    [[row(cell({}, paragraph()))], 'A part is in a place where it cannot be: tablerow.'],
    [[table('', cell({}))], 'A part is in a place where it cannot be: tablecell.'],
    [[table('', row(paragraph()))], 'A part is in a place where it cannot be: paragraph.'],
    [[table('', row(cell({}, text('a'))))], 'A part is in a place where it cannot be: text.'],
    [[table('', row(cell({}, table(''))))], 'A part is in a place where it cannot be: table.'],
    [[list('ul', item(table('')))], 'A part is in a place where it cannot be: table.'],
    [[{ type: 'table' }], 'A part is malformed: table.children.'],
    [[table('', row(cell({ colSpan: 65_535 })))], 'A part is malformed: tablecell.colSpan.'],
    [[table('', row(cell({ rowSpan: '2" onclick="x' })))], 'A part is malformed: tablecell.rowSpan.'],
    [[table('', row(cell({ headerState: 4 })))], 'A part is malformed: tablecell.headerState.'],
    [[table('', row(cell({ format: 'x' })))], 'A part is malformed: tablecell.format.'],
    [[{ ...table(''), $: { caption: 1 } }], 'A part is malformed: table.$.caption.'],
    [
      [table('a\ud83d')],
      'The text contains a character that cannot be published (half of a pair, or a null).',
    ],
  ])('are refused: %j', (blocks, message) => {
    expect(messages({ root: { type: 'root', children: blocks } })).toEqual([message]);
  });

  it('are refused when they are nested absurdly deep, without a crash', () => {
    let deep = item(text('a'));
    for (let i = 0; i < 50_000; i++) deep = item(list('ul', deep));
    expect(messages(state(list('ul', deep)))).toEqual(['The text is nested too deeply.']);
  });

  it('say where the trouble is, and stop after the first few', () => {
    const bad = paragraph(text('a'), link({ url: 'javascript:x' }, text('b')));
    expect(refuseState(state(rule(), bad))[0]?.path).toBe('root.children.1.children.1');
    expect(refuseState(state(...Array.from({ length: 100 }, () => bad))).length).toBeLessThan(30);
  });
});

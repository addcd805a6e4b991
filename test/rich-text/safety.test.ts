import { describe, expect, it } from 'vitest';
import { htmlToLexical, refuseUnsafe } from '../../src/rich-text/index.ts';
import { heading, item, kept, keptInline, link, list, paragraph, rule, state, text } from './states.ts';

const messages = (value: unknown, origins = {}) =>
  refuseUnsafe(value, origins).map((problem) => problem.message);
const around = (tag: string) => state(paragraph({ ...text('a'), $: { h1: tag } }));

describe('kept HTML that a client sends', () => {
  const harmless = [
    '<table border=1><tr><td colspan=2>a<td>b<tr><td><a href="/x">c</a></table>',
    '<figure><img src="/media/εικόνα 1.png" alt="data: 5"><figcaption>b</figcaption></figure>',
    '<iframe src="https://www.youtube.com/embed/a" allowfullscreen></iframe>',
    '<iframe src="//maps.example/x"></iframe>',
    '<!-- a comment -->',
    '<dl><dt>a<dd>b</dl>',
    '<pre> a </pre>',
    '<img src=a>',
    '<a name=x></a>',
    '<video controls src="/a.mp4"></video>',
  ];

  it.each(harmless)('is let through where it is harmless: %s', (html) => {
    expect(messages(state(kept(html)))).toEqual([]);
    expect(messages(state(paragraph(keptInline(html))))).toEqual([]);
  });

  const active = [
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//x></SCRIPT>',
    '<img src=x onerror=alert(1)>',
    '<img src=x OnError = alert(1)>',
    '<img/src="x"/onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" \tjava\nscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:x">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe src="/admin"></iframe>',
    '<iframe src="https://a.example"><script>alert(1)</script></iframe>',
    '<object data=x></object>',
    '<embed src=x>',
    '<applet code=x></applet>',
    '<form action=x><input></form>',
    '<button formaction=x>a</button>',
    '<style>body{display:none}</style>',
    '<link rel=stylesheet href=x>',
    '<meta http-equiv=refresh content=0>',
    '<base href=x>',
    '<svg onload=alert(1)></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<math href="javascript:x">a</math>',
    '<template><script>x</script></template>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<table background="javascript:alert(1)"></table>',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<p style="width:exp/**/ression(alert(1))">x</p>',
    '<p style="width:\\65xpression(alert(1))">x</p>',
    '<img srcset="a 1x, data:image/svg+xml,x 2x">',
    '<!--[if IE]><script>alert(1)</script><![endif]-->',
    '<!--><img src=x onerror=alert(1)>-->',
    '<!DOCTYPE html>',
    '<?php echo 1 ?>',
    '<textarea></textarea>',
    '<x-card onclick=a>b</x-card>',
    '<p "onclick=a">b</p>',
    '<title></title>',
    '<plaintext>',
    '<table><tr><td><script>a</script></table>',
  ];

  it.each(active)('is refused where it is not: %s', (html) => {
    expect(refuseUnsafe(state(kept(html)))).toHaveLength(1);
    expect(refuseUnsafe(state(paragraph(keptInline(html))))).toHaveLength(1);
  });

  it.each(active)('is let through where the source or a stored state has the very same: %s', (html) => {
    const previous = state(kept(html));
    expect(refuseUnsafe(state(kept(html)), { previous })).toEqual([]);
    expect(refuseUnsafe(state(kept(html)), { previous: [null, state(), previous] })).toEqual([]);
    const imported = htmlToLexical(`<p>a</p>${html}`);
    expect(refuseUnsafe(imported, { source: `<p>a</p>${html}` })).toEqual([]);
  });

  it('is refused where the source only has it as text or inside something else', () => {
    const html = '<script>alert(1)</script>';
    expect(messages(state(kept(html)), { source: `<p title="${html}">a</p><!-- ${html} -->` })).toHaveLength(
      1,
    );
    expect(messages(state(kept(html)), { source: `<table><tr><td>${html}</td></tr></table>` })).toHaveLength(
      1,
    );
    expect(messages(state(kept(html)), { previous: state(paragraph(text(html))) })).toHaveLength(1);
  });

  it.each([
    '<table><tr><td>a',
    '<!-- a',
    '<b',
    '<p>a</p><div',
    '<div><p>a</div',
    '</div>',
    'a</b>',
    '<img src="x',
  ])('is refused where it does not end: %s', (html) => {
    expect(messages(state(kept(html)))).toHaveLength(1);
  });
});

describe('tags around texts that a client sends', () => {
  it.each([
    '<span style="color:red">',
    '<b class=x>',
    '<font size=2>',
    '<abbr title="javascript: a">',
    '<div id=a>',
    '<p>',
  ])('are let through where they are harmless: %s', (tag) => {
    expect(messages(around(tag))).toEqual([]);
    expect(messages(state({ ...paragraph(text('a')), $: { tag } }))).toEqual([]);
    expect(messages(state(kept('<img src=a>', { within: JSON.stringify({ h1: tag }) })))).toEqual([]);
  });

  it.each([
    '<span onclick="a">',
    '<a href="javascript:a">',
    '<script>',
    '<style>',
    '<iframe src="https://a.example">',
    '<form>',
    '<svg>',
    '<textarea>',
    '<body onload=a>',
    '<b><script>',
    '<b>x',
    '<b',
    'b',
    '</b>',
    '<b title="',
    '<!-- -->',
    '<span style="x:expression(a)">',
  ])('are refused where they are not: %s', (tag) => {
    expect(messages(around(tag))).toHaveLength(1);
    expect(messages(state({ ...paragraph(text('a')), $: { tag } }))).toHaveLength(1);
    expect(messages(state(kept('<img src=a>', { within: JSON.stringify({ h1: tag }) })))).toHaveLength(1);
  });

  it('are let through where the source has the very same', () => {
    const source = '<p onclick="f()">a <a href="javascript:b()">c</a></p>';
    expect(messages(htmlToLexical(source), { source })).toEqual([]);
    expect(messages(around('<a href="javascript:b()">'), { source })).toEqual([]);
    expect(messages(around('<a href="javascript:c()">'), { source })).toHaveLength(1);
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
  ])('may not run code: %j', (url) => {
    expect(messages(state(paragraph(link({ url }, text('a')))))).toEqual([
      `An address that is not allowed: ${url}.`,
    ]);
  });

  it.each([
    [{}, 'A link without an address.'],
    [{ url: '' }, 'A link without an address.'],
    [{ url: 1 }, 'A link without an address.'],
    [{ url: 'x', linkType: 'internal' }, 'A part is malformed: link.linkType.'],
    [{ url: 'x', rel: 1 }, 'A part is malformed: link.rel.'],
    [{ url: 'x', title: {} }, 'A part is malformed: link.title.'],
    [{ url: 'x', newTab: 'yes' }, 'A part is malformed: link.newTab.'],
    [{ url: 'x\ud800' }, 'The text holds a character that cannot be published (half of a pair, or a null).'],
  ])('have fields of the right kind: %j', (fields, message) => {
    expect(messages(state(paragraph(link(fields, text('a')))))).toEqual([message]);
  });
});

describe('states that no editor makes', () => {
  it('are no problem when they are empty', () => {
    expect(refuseUnsafe(null)).toEqual([]);
    expect(refuseUnsafe(undefined)).toEqual([]);
    expect(refuseUnsafe(state())).toEqual([]);
  });

  it.each([1, 'x', true, [], {}, { root: 1 }, { root: {} }, { root: { type: 'paragraph', children: [] } }])(
    'are named for what they are not: %j',
    (value) => {
      expect(refuseUnsafe(value)).toEqual([
        {
          path: 'root',
          message: 'This is not a rich text.',
          messageEl: 'Αυτό δεν είναι εμπλουτισμένο κείμενο.',
        },
      ]);
    },
  );

  it.each([
    [[{ type: 'upload' }], 'A part of this kind cannot be published here: upload.'],
    [[{ type: 'toString', children: [] }], 'A part of this kind cannot be published here: toString.'],
    [[{ type: '__proto__', children: [] }], 'A part of this kind cannot be published here: __proto__.'],
    [[null], 'A part is malformed: root.'],
    [['x'], 'A part is malformed: root.'],
    [[{ type: 'paragraph' }], 'A part is malformed: paragraph.children.'],
    [[text('a')], 'A part stands where it cannot be: text.'],
    [[paragraph(paragraph())], 'A part stands where it cannot be: paragraph.'],
    [[list('ul', paragraph())], 'A part stands where it cannot be: paragraph.'],
    [[paragraph(link({ url: 'a' }, link({ url: 'b' })))], 'A part stands where it cannot be: link.'],
    [[heading('h7')], 'A part is malformed: heading.tag.'],
    [[{ ...paragraph(), format: 'x" onclick="y' }], 'A part is malformed: paragraph.format.'],
    [[{ ...list('ul', item()), tag: 'script' }], 'A part is malformed: list.tag.'],
    [[{ ...list('ol', item()), start: '1' }], 'A part is malformed: list.start.'],
    [
      [{ ...list('ul', item()), listType: 'check' }],
      'A part of this kind cannot be published here: check list.',
    ],
    [[paragraph({ ...text('a'), text: 1 })], 'A part is malformed: text.'],
    [[paragraph(text('a', 128))], 'A part is malformed: text.format.'],
    [
      [paragraph(text('a\ud83d'))],
      'The text holds a character that cannot be published (half of a pair, or a null).',
    ],
    [
      [paragraph(text('a\u0000'))],
      'The text holds a character that cannot be published (half of a pair, or a null).',
    ],
    [[{ type: 'block' }], 'A part of this kind cannot be published here: block undefined.'],
    [[kept('', { html: 1 })], 'A part is malformed: kept_html.html.'],
    [[kept('<hr>', { within: {} })], 'A part is malformed: kept_html.within.'],
    [[kept('<hr>', { blockType: 'other' })], 'A part of this kind cannot be published here: block other.'],
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
    expect(refuseUnsafe(state(rule(), bad))[0]?.path).toBe('root.children.1.children.1');
    expect(refuseUnsafe(state(...Array.from({ length: 100 }, () => bad))).length).toBeLessThan(30);
  });
});

import { describe, expect, it } from 'vitest';
import { describeHtml } from '../../src/rich-text/components/describeHtml.ts';
import {
  alignmentOf,
  attributeOf,
  endTag,
  parseStartTag,
  withAlignment,
  withAttribute,
  withName,
} from '../../src/rich-text/html/startTag.ts';
import { type HtmlNode, parseHtml } from '../../src/rich-text/html/tree.ts';
import { align } from '../../src/rich-text/served/align.ts';

describe('a start tag', () => {
  it.each([
    ['<p>', 'p', {}],
    ['<P CLASS=a>', 'p', { class: 'a' }],
    [`<a href="x&amp;y" title='"' b>`, 'a', { href: 'x&y', title: '"', b: '' }],
    ['<img src=a/b/>', 'img', { src: 'a/b/' }],
    ['<br/>', 'br', {}],
    ['<a href=>', 'a', { href: '' }],
    ['<p\n a\n=\n1\n>', 'p', { a: '1' }],
    ['<o:p>', 'o:p', {}],
    ['<p title="a > b">', 'p', { title: 'a > b' }],
  ])('%s is read', (tag, name, attributes) => {
    const parsed = parseStartTag(tag);
    expect(parsed?.name).toBe(name);
    expect(Object.fromEntries(parsed?.attributes.map((each) => [each.name, each.value]) ?? [])).toEqual(
      attributes,
    );
  });

  it.each([
    '',
    'p',
    '<',
    '<p',
    '<p>x',
    '</p>',
    '<p><b>',
    '<1>',
    '< p>',
    '<p title="x>',
    "<p title='>",
    '<!-- -->',
    '<p "',
  ])('is not %j', (text) => {
    expect(parseStartTag(text)).toBe(undefined);
  });

  it.each([
    ['<a HREF=x b>', 'href', 'y"z', '<a href="y&quot;z" b>'],
    ['<a b>', 'href', 'y', '<a b href="y">'],
    ['<br/>', 'class', 'a', '<br class="a"/>'],
    ['<a href=x/>', 'class', 'a', '<a href=x/ class="a">'],
    ['<a b href=x c>', 'href', null, '<a b c>'],
    ['<a href="x"b>', 'href', null, '<a b>'],
    ['<a href=1 href=2>', 'href', '3', '<a href="3" href=2>'],
    ['<a href=1 id=b href=2>', 'href', null, '<a id=b>'],
    ['<a>', 'href', null, '<a>'],
  ])('%s with %s = %j is %s', (tag, name, value, expected) => {
    expect(withAttribute(tag, name, value)).toBe(expected);
    expect(attributeOf(expected, name)).toBe(value);
  });

  it('takes another name, and ends as it is spelled', () => {
    expect(withName('<H2 id=a>', 'h3')).toBe('<h3 id=a>');
    expect(withName('<H2 id=a>', 'h2')).toBe('<H2 id=a>');
    expect(endTag('<H2 id=a>')).toBe('</H2>');
  });

  it.each([
    ['<p align=RIGHT>', 'right'],
    ['<p style="color:red; Text-Align : Center !important">', 'center'],
    ['<p style="text-align:left;text-align:justify">', 'justify'],
    ['<p align=left style="text-align:right">', 'right'],
    ['<center>', 'center'],
    ['<p style="text-align:inherit">', ''],
    ['<p align=middle>', ''],
    ['<p style="x-text-align:left">', ''],
    ['<p>', ''],
  ])('%s aligns %s', (tag, alignment) => {
    expect(alignmentOf(tag)).toBe(alignment);
    for (const other of ['left', 'center', 'end', ''])
      expect(alignmentOf(withAlignment(tag, other))).toBe(other);
  });
});

describe('the tree of a source', () => {
  /** Names and places, as text: `p(b[x])`. */
  const outline = (html: string, nodes: readonly HtmlNode[] = parseHtml(html)): string =>
    nodes
      .map((node) => {
        if (node.kind !== 'element') return html.slice(node.start, node.end);
        const missing = node.missing ? `!${node.missing}` : '';
        return `${node.name}(${outline(html, node.children)})${missing}`;
      })
      .join('|');

  it.each([
    ['<p>a<p>b', 'p(a)!</p>|p(b)!</p>'],
    ['<p>a<b>c<div>d', 'p(a|b(c)!</b>)!</b></p>|div(d)!</div>'],
    ['<ul><li>a<b>c<li>d</ul>', 'ul(li(a|b(c)!</b>)!</b></li>|li(d)!</li>)'],
    ['<ul><li>a<ul><li>b</ul>c</ul>', 'ul(li(a|ul(li(b)!</li>)|c)!</li>)'],
    ['<b>a<p>c</b>d', 'b(a|p(c)!</p>)|d'],
    ['<span>a<p>c</span>d</p></span>', 'span(a|p(c|d))'],
    ['<div><table><tr><td></div>a</table>b</div>', 'div(table()|b)'],
    ['<a name=x><p><a href=y>a</a></p>', 'a(p(a(a)))!</a>'],
    ['<a>a<a>b</a>', 'a(a)!</a>|a(b)'],
    ['<h1>a<h2>b</h3>c', 'h1(a)!</h1>|h2(b)|c'],
    ['<script>a<b></script>c', 'script()|c'],
    ['<svg><path/><p>a</svg>b', 'svg()|b'],
    ['</p></b>a</br>b', 'a|br()|b'],
    ['a<b', 'a'],
    ['<form><form>a</form>b', 'form()|b'],
    ['<!-- a', '<!-- a'],
  ])('%s is %s', (html, expected) => {
    expect(outline(html)).toBe(expected);
  });
});

describe('aligning', () => {
  it.each([
    ['', '', []],
    ['abc', 'abc', [0, 1, 2]],
    ['abc', 'axc', [0, -1, 2]],
    ['abc', 'ac', [0, 2]],
    ['ac', 'abc', [0, -1, 1]],
    ['abc', 'xyz', [-1, -1, -1]],
    ['xaxbx', 'xbx', [0, 3, 4]],
    ['abcd', 'dabc', [-1, 0, 1, 2]],
  ])('%j with %j', (before, after, expected) => {
    expect(align([...before], [...after])).toEqual(expected);
  });
});

describe('a kept piece', () => {
  it.each([
    ['<table><tr><td>a', 'en', { label: 'Table', detail: '', visible: true }],
    ['<IMG SRC=a.png>', 'el', { label: 'Εικόνα', detail: 'a.png', visible: true }],
    ['<iframe src="https://x">', 'el', { label: 'Ενσωματωμένη σελίδα', detail: 'https://x', visible: false }],
    ['<!-- a -->', 'el', { label: 'Κρυφό σχόλιο', detail: 'a', visible: false }],
    ['<a name=top></a>', 'en', { label: 'Anchor', detail: 'top', visible: false }],
    ['<x-card>', 'en', { label: '<x-card>', detail: '', visible: true }],
    ['a', 'en', { label: 'HTML', detail: '', visible: true }],
  ])('%s is named to the editor (%s)', (html, language, expected) => {
    expect(describeHtml(html, language)).toEqual(expected);
  });
});

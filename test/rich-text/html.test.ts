import { describe, expect, it } from 'vitest';
import { describeHtml } from '../../src/rich-text/editor/kept/describeHtml.ts';
import { readHtml } from '../../src/rich-text/html/read.ts';
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
    '</><p>',
    '<p></>',
    '<!DOCTYPE p>',
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
  /** Names and texts (`p(b(x))`); what stays as it is in brackets, with a star where it stands on lines of its own. */
  const outline = (html: string, nodes: readonly HtmlNode[] = parseHtml(html).nodes): string =>
    nodes
      .map((node) => {
        const bytes = html.slice(node.start, node.end);
        if (node.kind === 'piece') return `[${bytes}]${node.isBlock ? '*' : ''}`;
        return node.kind === 'text' ? bytes : `${node.name}(${outline(html, node.children)})`;
      })
      .join('|');

  it.each([
    ['<p>a<p>b', 'p(a)|p(b)'],
    ['<p>a<b>c</b><div>d', 'p(a|b(c))|div(d)'],
    ['<ul><li>a<li>b</ul>', 'ul(li(a)|li(b))'],
    ['<ul><li>a<ul><li>b</ul>c</ul>', 'ul(li(a|ul(li(b))|c))'],
    ['<span>a<p>c</span>d</p></span>', 'span(a|p(c|d))'],
    ['<p>ab</b>cd</p>', 'p(ab|cd)'],
    ['<p>a  b\0c\r\nd</p>', 'p(a  b|c\r\nd)'],
    ['<a>a<a>b</a>', 'a(a)|a(b)'],
    ['<h1>a<h2>b</h3>c', 'h1(a)|h2(b)|c'],
    ['</p></b>a</br>b', 'a|br()|b'],
    ['a<b', 'a'],
    ['<tr>a</tr><body>b', 'a|b'],
  ])('%j is %j', (html, expected) => {
    expect(outline(html)).toBe(expected);
  });

  it.each([
    ['<div><table><tr><td></div>a</table>b</div>', 'div([<table><tr><td></div>a</table>]*|b)'],
    ['<script>a<b></script>c', '[<script>a<b></script>]|c'],
    ['<p>a<script>b', 'p(a|[<script>b])'],
    ['<svg><path/><p>a</svg>b', '[<svg><path/>]|p(a|b)'],
    ['<form><form>a</form>b', '[<form><form>a</form>]*|b'],
    ['<!-- a', '[<!-- a]'],
    ['<!DOCTYPE html>a', '[<!DOCTYPE html>]|a'],
    ['a<?x?>b', 'a|[<?x?>]|b'],
  ])('%j is %j: what Lexical lacks is one piece', (html, expected) => {
    expect(outline(html)).toBe(expected);
  });

  it.each([
    ['<p>a</p><p>b<b>c<i>d</b>e</i>f</p>', 'p(a)|p(b|b(c|i(d))|i(e)|f)'],
    ['<b>a<p>c</b>d</p><p>e</p>', 'b(a)|p(b(c)|d)|p(e)'],
    ['<p>a<b>c<p>d</b>e<p>f', 'p(a|b(c))|p(b(d)|e)|p(f)'],
    ['<p>a<b>c</p><pre>d</pre>', 'p(a|b(c))|[<pre>d</pre>]*'],
    ['<ul><li>a<b>c<li>d</b></ul>e', 'ul(li(a|b(c))|li(b(d)))|e'],
    ['<a name=x><p><a href=y>a</a></p>b', 'a()|p(a()|a(a))|b'],
  ])('%j is %j: a mark stands in each block that it reaches into', (html, expected) => {
    expect(outline(html)).toBe(expected);
  });

  it.each([
    ['<div><table>a<tr><td>b</table></div>c', 'div([<table>a<tr><td>b</table>]*)|c'],
    ['<div>a<table><p>b</p></table>c</div>', 'div(a|[<table><p>b</p></table>]*|c)'],
    ['<form>a<div>b</form>c</div>d', '[<form>a<div>b</form>c</div>]*|d'],
    ['<p>a</>b c</p>', 'p([a</>b]| c)'],
  ])('%j is %j: what browsers take out of a table is one piece with it', (html, expected) => {
    expect(outline(html)).toBe(expected);
  });
});

describe('what ends HTML that is cut off', () => {
  it.each([
    ['<p>a', '</p>'],
    ['<ul><li>a<b>c<i', '</b></li></ul>'],
    ['<table><tr><td>a', '</td></tr></table>'],
    ['<p>a <b>b</p>', '</b>'],
    ['<p>a <b>b<p><i>c', '</i></b></p>'],
    ['<p>a<!-- b', '--></p>'],
    ['<?a', '>'],
    ['<svg><![CDATA[ a', ']]></svg>'],
    ['<script>a', '</script>'],
    ['<script><!-- <script>', '--></script>'],
    ['<table><tr><td><a href=x><b></a>', '</td></tr></table>'],
    ['<a name=x><pre><u><p><a href=y>', '</a></p></u></pre>'],
    ['a<br><img><hr>', ''],
    ['<p>a</p>', ''],
    ['<div><plaintext>a', '</div>'],
  ])('%j ends with %j', (html, expected) => {
    expect(readHtml(html).missing).toBe(expected);
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
    const becomes = { Table: 'table', Εικόνα: 'picture' }[expected.label];
    expect(describeHtml(html, language)).toEqual({ becomes, ...expected });
  });
});

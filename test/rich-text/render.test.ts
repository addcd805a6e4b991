import { describe, expect, it } from 'vitest';
import { lexicalToHtml } from '../../src/rich-text/index.ts';
import {
  heading,
  item,
  kept,
  keptInline,
  lineBreak,
  link,
  list,
  paragraph,
  quote,
  rule,
  state,
  text,
} from './states.ts';

describe('new content', () => {
  it.each([
    [
      'a paragraph',
      [paragraph(text('a & b < c > d "e"\u00a0f'))],
      '<p>a &amp; b &lt; c &gt; d "e"&nbsp;f</p>',
    ],
    ['headings', [heading('h1', text('a')), heading('h6', text('b'))], '<h1>a</h1><h6>b</h6>'],
    [
      'marks',
      [1, 2, 8, 4, 32, 64, 16].map((bit) => paragraph(text('a', bit))),
      '<p><strong>a</strong></p><p><em>a</em></p><p><u>a</u></p><p><s>a</s></p><p><sub>a</sub></p><p><sup>a</sup></p><p><code>a</code></p>',
    ],
    [
      'several marks',
      [paragraph(text('a', 1), text('b', 3), text('c', 2))],
      '<p><strong>a<em>b</em></strong><em>c</em></p>',
    ],
    ['a quote', [quote(text('a'))], '<blockquote>a</blockquote>'],
    ['a rule and a break', [paragraph(text('a'), lineBreak(), text('b')), rule()], '<p>a<br>b</p><hr>'],
    [
      'lists',
      [list('ul', item(text('a')), item(text('b'))), list('ol', item(text('c')))],
      '<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>',
    ],
    [
      'nested lists',
      [list('ul', item(text('a')), item(list('ol', item(text('b')))), item(text('c')))],
      '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>',
    ],
    [
      'a numbered list from 4',
      [{ ...list('ol', item(text('a'))), start: 4 }],
      '<ol start="4"><li>a</li></ol>',
    ],
    [
      'alignment',
      [
        { ...paragraph(text('a')), format: 'center' },
        { ...heading('h2', text('b')), format: 'right' },
      ],
      '<p style="text-align: center;">a</p><h2 style="text-align: right;">b</h2>',
    ],
    [
      'an aligned kept piece',
      [{ ...kept('<table></table>'), format: 'center' }],
      '<div style="text-align: center;"><table></table></div>',
    ],
    [
      'a link',
      [paragraph(link({ url: '/a?b=1&c="2"' }, text('x')))],
      '<p><a href="/a?b=1&amp;c=&quot;2&quot;">x</a></p>',
    ],
    [
      'a link to a new tab',
      [paragraph(link({ url: 'https://a.example', newTab: true }, text('x')))],
      '<p><a href="https://a.example" target="_blank" rel="noopener noreferrer">x</a></p>',
    ],
    [
      'a link with rel and title',
      [paragraph(link({ url: 'mailto:a@b.gr', rel: 'nofollow', title: 'Γράψτε' }, text('x')))],
      '<p><a href="mailto:a@b.gr" rel="nofollow" title="Γράψτε">x</a></p>',
    ],
    [
      'a link half bold',
      [paragraph(link({ url: '#a' }, text('x', 1), text('y')))],
      '<p><a href="#a"><strong>x</strong>y</a></p>',
    ],
    [
      'an empty paragraph between',
      [paragraph(text('a')), paragraph(), paragraph(text('b'))],
      '<p>a</p><p></p><p>b</p>',
    ],
    ['empty paragraphs at the end', [paragraph(text('a')), paragraph(), paragraph()], '<p>a</p>'],
  ] as const)('%s', (_, blocks, html) => {
    expect(lexicalToHtml(state(...blocks))).toBe(html);
  });
});

describe('a state that no editor makes', () => {
  it.each([
    null,
    undefined,
    1,
    'x',
    [],
    {},
    { root: null },
    { root: [] },
    { root: { children: 1 } },
    { root: { children: [null, 1, 'x', [], {}, { type: 1 }] } },
    { root: { children: [{ type: 'paragraph' }, { type: 'paragraph', children: [null] }] } },
    { root: { children: [{ type: 'constructor' }, { type: '__proto__', children: [] }] } },
    {
      root: {
        children: [{ type: 'kept' }, { type: 'kept', html: null }, { type: 'kept_inline', html: [] }],
      },
    },
    { root: { children: [{ type: 'paragraph', children: [{ type: 'text' }, { type: 'text', text: 1 }] }] } },
  ])('renders as nothing: %j', (odd) => {
    expect(lexicalToHtml(odd).replace(/<\/?p>/g, '')).toBe('');
  });

  it('puts nothing into the page but start tags where tags belong', () => {
    const injected = ['<b><script>', 'x', '<b', '<b>x', '</p>', '<b title="', '<img src=x>', '<script>'];
    for (const tag of injected) {
      const node = { ...text('a', 1), $: { h1: tag, tag } };
      const odd = state({ ...paragraph(node, keptInline('<img>', { $: { h1: tag } })), $: { h1: tag, tag } });
      expect(lexicalToHtml(odd).replace(/<\/?(?:p|strong)(?: src=x)?>/g, '')).toMatch(/^a<img>$/);
    }
  });
});

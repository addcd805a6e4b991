import { describe, expect, it } from 'vitest';
import {
  childrenOf,
  htmlToLexical,
  isEmptyState,
  judgeServed,
  lexicalToHtml,
  servedHtml,
} from '../../src/rich-text/index.ts';
import { item, lineBreak, list, paragraph, replace, rule, served, state, text } from './states.ts';

const LONG = `<h2 id="s1" class='title'>Τίτλος &amp; τέλος</h2>\r
<p style="text-align: justify;">Ένα   δύο&nbsp;<b>τρία</b><BR>&laquo;τέσσερα&raquo; < 5</p>
<ul>
<li>πρώτο
<li CLASS=x>δεύτερο
<ol start=3>
<li>μέσα</li>
</ol>
</ul></div>
<!-- σχόλιο --><table border=1><tr><td>κελί</table>
<div class="alert">
  <p>προσοχή <a HREF='/a?b=1&amp;c' target=_blank>εδώ</a></p>
  <iframe src="https://www.youtube.com/embed/abc"></iframe>
</div>
ουρά`;

/** The blocks of it, as they are rendered. */
const TITLE = `<h2 id="s1" class='title'>Τίτλος &amp; τέλος</h2>`;
const TEXT = '<p style="text-align: justify;">Ένα δύο&nbsp;<b>τρία</b><BR>«τέσσερα» &lt; 5</p>';
const LIST = '<ul><li>πρώτο</li><li CLASS=x>δεύτερο<ol start=3><li>μέσα</li></ol></li></ul>';
const ALERT = `<p>προσοχή <a HREF='/a?b=1&amp;c' target=_blank>εδώ</a></p>`;

/** The bytes of the source before and behind a place in it. */
const upTo = (bytes: string) => LONG.slice(0, LONG.indexOf(bytes));
const from = (bytes: string) => LONG.slice(LONG.indexOf(bytes));

describe('an edit', () => {
  it.each([
    ['Τίτλος', 'Κεφαλίδα', '', TITLE, '\n', '<p style'],
    ['δύο', 'δυο', upTo('\r\n<p style'), `\n${TEXT}`, '\n', '<ul>'],
    ['τρία', 'τρία & τέσσερα', upTo('\r\n<p style'), `\n${TEXT}`, '\n', '<ul>'],
    ['πρώτο', 'πρώτο!', upTo('\n<ul>'), `\n${LIST}`, '\n', '<!-- σχόλιο'],
    ['μέσα', '', upTo('\n<ul>'), `\n${LIST}`, '\n', '<!-- σχόλιο'],
    ['εδώ', 'εκεί', upTo('\n  <p>'), ALERT, '\n', '<iframe'],
    ['ουρά', 'η ουρά', upTo('\n</div>'), '</div>ουρά', '', 'nothing'],
  ])(
    'of the words %s renders their block, and every other keeps its bytes',
    (words, by, before, block, space, behind) => {
      const changed = block.replace(words, by.replace('&', '&amp;'));
      expect(served(LONG, replace(words, by))).toBe(
        before + changed + space + (behind === 'nothing' ? '' : from(behind)),
      );
    },
  );

  it.each([
    ['', '', []],
    ['abc', 'abc', [0, 1, 2]],
    ['abc', 'axc', [0, -1, 2]],
    ['abc', 'ac', [0, 2]],
    ['ac', 'abc', [0, -1, 1]],
    ['abc', 'xyz', [-1, -1, -1]],
    ['abcd', 'dabc', [3, 0, 1, 2]],
    ['abc', 'cba', [2, 1, 0]],
    ['abc', 'abbc', [0, 1, 1, 2]],
    ['xax', 'yax', [-1, 1, 2]],
    ['xax', 'xay', [0, 1, -1]],
    ['xaxbx', 'xxx', [0, 2, 4]],
    ['xx', 'x', [1]],
  ])('of the blocks %j to %j keeps the bytes of those that stay', (before, after, kept) => {
    // The same letter, with as many zeros as say its place.
    const imported = (letter: string, at: number) => `<p>&#${'0'.repeat(at + 1)}${letter.charCodeAt(0)};</p>`;
    const source = [...before].map(imported).join('');
    const edited = state(...[...after].map((letter) => paragraph(text(letter))));
    const blocks = [...after].map((letter, i) => {
      const at = kept[i] ?? -1;
      return at < 0 ? `<p>${letter}</p>` : imported(letter, at);
    });
    expect(servedHtml({ state: edited, source })).toBe(blocks.join(''));
  });

  it('writes between blocks the white space that is usual there', () => {
    const html = served('<p>a</p>\n\n<p>b</p>\n<p>c</p>\n<p>d</p>', ({ blocks }) => {
      blocks.splice(1, 0, paragraph(text('new')));
    });
    expect(html).toBe('<p>a</p>\n<p>new</p>\n<p>b</p>\n<p>c</p>\n<p>d</p>');
  });

  it('leaves a box around what it stands around', () => {
    const html = '<div class=a>\r\n <p>x</p><p>y</p><p>z</p>\r\n</div>\r\n<p>after</p>';
    expect(served(html, replace('y', 'Y'))).toBe(html.replace('y', 'Y'));
    expect(served(html, ({ blocks }) => void blocks.push(...blocks.splice(0, 1)))).toBe(
      '<div class=a><p>y</p><p>z</p>\r\n</div>\r\n<p>after</p><div class=a><p>x</p></div>',
    );
  });

  const add = ({ blocks }: { blocks: unknown[] }) => void blocks.push(paragraph(text('new')));

  it.each([
    ['<p>a <b>b', '<p>a <b>b</b></p><p>new</p>'],
    ['<p>a</p><!-- c', '<p>a</p><!-- c--><p>new</p>'],
    ['<table><tr><td>a', '<table><tr><td>a</td></tr></table><p>new</p>'],
    ['a <a href="x', 'a <p>new</p>'],
    ['<ul><li>a<li>b', '<ul><li>a<li>b</li></ul><p>new</p>'],
    ['<p>a <b>b</p>', '<p>a <b>b</p></b><p>new</p>'],
    ['<p>a <b>b</p><p>c</p>', '<p>a <b>b</p><p>c</p></b><p>new</p>'],
    ['<p>a <b>b</p><p></b></p><p>c</p>', '<p>a <b>b</p><p></b></p><p>c</p><p>new</p>'],
    ['<b>a<p>c</b>d</p>', '<b>a<p>c</b>d</p><p>new</p>'],
    ['<p>a <b><i>b</p><p>c', '<p>a <b><i>b</p><p>c</i></b></p><p>new</p>'],
    ['<div><p>a <b>b</p></b><p>c</p></div>', '<div><p>a <b>b</p></b><p>c</p></div><p>new</p>'],
    ['<table>a<tr><td>b', '<table>a<tr><td>b</td></tr></table><p>new</p>'],
    ['<form>a<div>b</form>c', '<form>a<div>b</form>c</div><p>new</p>'],
  ])('puts what comes after unended markup outside it, and that is served: %s', (html, expected) => {
    expect(served(html, add)).toBe(expected);
    expect(judgeServed(expected, { imported: html }).problems).toEqual([]);
  });

  it.each([
    ['<p>one<p>text<p>three', '<p>one</p><p>TEXT</p><p>three'],
    ['<ul><li>text<li>b</ul><p>c', '<ul><li>TEXT</li><li>b</li></ul><p>c'],
    ['<p>a</p><p>b <b>c</p><p>text</p>', '<p>a</p><p>b <b>c</b></p><p><b>TEXT</b></p>'],
    ['<p>a</p><p>b <b>c<i>d</b>text</i></p><p>e', '<p>a</p><p>b <b>c<i>d</i></b><i>TEXT</i></p><p>e'],
    ['<p>a<p><div><p>text <b>b</p></b><p>c</p></div>', '<p>a<p></p><div><p>TEXT <b>b</b></p><p>c</p></div>'],
    [
      '<p>a</p><p>text<b></p><table><tr><td>b</table><p>c',
      '<p>a</p><p>TEXT</p><table><tr><td>b</table><p><b>c</b></p>',
    ],
  ])(
    'renders all that an unended mark reaches into, with the marks that a reader sees: %s',
    (html, expected) => {
      expect(served(html, replace('text', 'TEXT'))).toBe(expected);
    },
  );

  it('never makes a tag of a bare less-than sign', () => {
    const html = served('<p>a <<i>b</i></p>', ({ blocks }) => {
      const [first] = childrenOf(blocks[0]);
      blocks[0] = { ...blocks[0], type: 'paragraph', children: [first, text('script>')] };
    });
    expect(html).toBe('<p>a &lt;script&gt;</p>');
  });
});

describe('what is served', () => {
  it('is empty while nothing was entered', () => {
    for (const empty of [null, undefined, state(), state(paragraph()), state(paragraph(text('')))]) {
      expect(isEmptyState(empty)).toBe(true);
      expect(servedHtml({ state: empty })).toBe('');
      expect(servedHtml({ state: empty, source: '<p>a</p>' })).toBe('');
    }
  });

  it('is empty for an empty source, and the source when that only shows nothing', () => {
    expect(isEmptyState(htmlToLexical(''))).toBe(true);
    for (const html of ['', ' ', '<p></p>', '<p>&nbsp;</p>', '<!-- -->', '</p>']) {
      expect(servedHtml({ state: htmlToLexical(html), source: html })).toBe(html);
    }
  });

  it('is empty when an editor has deleted all text, and the source again when that was so', () => {
    for (const html of ['<p>a</p>', '<h2 class=x>a</h2>', '<blockquote>a</blockquote>', 'a']) {
      expect(served(html, ({ blocks }) => Object.assign(blocks[0] ?? {}, { children: [] }))).toBe('');
    }
    expect(served('<div class=x><p>a</p></div>', replace('a', ''))).toBe('<div class=x><p></p></div>');
    expect(served('<p class=x></p>', () => {})).toBe('<p class=x></p>');
  });

  it('is not empty with anything in it', () => {
    for (const html of ['<p></p>', '<p>&nbsp;</p>', '<!-- -->', '<hr>', 'a', '<div class=a></div>']) {
      expect(isEmptyState(htmlToLexical(html))).toBe(false);
    }
    for (const other of [state(rule()), state(paragraph(lineBreak())), state(paragraph(), paragraph())]) {
      expect(isEmptyState(other)).toBe(false);
    }
  });
});

describe('an imported link', () => {
  const html = `<p><a HREF='/a' onclick="f()" class=b target=_blank>x</a></p>`;
  const edit = (fields: object) =>
    served(html, ({ blocks }) => {
      const [node] = childrenOf(blocks[0]);
      Object.assign(node?.fields as object, fields);
    });

  it.each([
    [{ url: '/b' }, `<p><a href="/b" onclick="f()" class=b target=_blank>x</a></p>`],
    [{ newTab: false }, `<p><a HREF='/a' onclick="f()" class=b>x</a></p>`],
    [{ rel: 'nofollow' }, `<p><a HREF='/a' onclick="f()" class=b target=_blank rel="nofollow">x</a></p>`],
    [{ title: 'τ' }, `<p><a HREF='/a' onclick="f()" class=b target=_blank title="τ">x</a></p>`],
  ])('changes in its drawer only as %j says', (fields, expected) => {
    expect(edit(fields)).toBe(expected);
  });

  it('keeps the attributes beside one that is taken out apart', () => {
    const glued = '<a href=x target="_blank"class=b>a</a>';
    const edited = served(glued, ({ blocks }) => {
      Object.assign(childrenOf(blocks[0])[0]?.fields as object, { newTab: false });
    });
    expect(edited).toBe('<a href=x class=b>a</a>');
  });

  it('keeps another window than a new tab', () => {
    expect(served('<a href=x target=_top>a</a>', replace('a', 'b'))).toBe('<a href=x target=_top>b</a>');
  });
});

describe('marks and elements around texts', () => {
  it('drops an imported mark that the editor took off, and gives a new one its tag', () => {
    const html = served('<p><b class=x>a</b> <i>b</i></p>', ({ find }) => {
      find('a').format = 0;
      find('b').format = 2 | 1;
    });
    expect(html).toBe('<p>a <i><strong>b</strong></i></p>');
  });

  it('keeps a span around what is left of it', () => {
    const html = served('<p><span style="color:red">ab</span></p>', ({ blocks }) => {
      const [node] = childrenOf(blocks[0]);
      blocks[0] = {
        ...blocks[0],
        type: 'paragraph',
        children: [
          { ...node, text: 'a', format: 1 },
          { ...node, text: 'b' },
        ],
      };
    });
    expect(html).toBe('<p><span style="color:red"><strong>a</strong>b</span></p>');
  });

  it('puts a break that the editor adds into what surrounds it', () => {
    const html = served('<p><span class=a>x<b>y</b></span></p>', ({ blocks }) => {
      const children = childrenOf(blocks[0]);
      blocks[0] = { ...blocks[0], type: 'paragraph', children: [children[0], lineBreak(), children[1]] };
    });
    expect(html).toBe('<p><span class=a>x<br><b>y</b></span></p>');
  });

  it('puts a block that the editor adds into the box around it', () => {
    const html = served('<div class=a><p>x</p><p>y</p></div>', ({ blocks }) => {
      blocks.splice(1, 0, paragraph(text('new')), list('ul', item(text('z'))));
      blocks.push(paragraph(text('outside')));
    });
    expect(html).toBe('<div class=a><p>x</p><p>new</p><ul><li>z</li></ul><p>y</p></div><p>outside</p>');
  });

  it('keeps the attributes of a block that became another', () => {
    const html = served('<h2 id=a class=b>x</h2>', ({ blocks }) =>
      Object.assign(blocks[0] ?? {}, { tag: 'h3' }),
    );
    expect(html).toBe('<h3 id=a class=b>x</h3>');
  });

  it('changes alignment in the style and leaves the rest of it', () => {
    const html = served(
      '<p align=left style="color:red; text-align: justify; margin:0">x</p>',
      ({ blocks }) => Object.assign(blocks[0] ?? {}, { format: 'center' }),
    );
    expect(html).toBe('<p style="color:red; margin:0; text-align: center;">x</p>');
    expect(served('<center>x</center>', ({ blocks }) => Object.assign(blocks[0] ?? {}, { format: '' }))).toBe(
      '<div>x</div>',
    );
  });

  it('gives text outside paragraphs a paragraph only where it needs one', () => {
    expect(served('plain', ({ blocks }) => void blocks.push(paragraph(text('new'))))).toBe('plain<p>new</p>');
    const twice = htmlToLexical('plain').root.children;
    expect(lexicalToHtml({ root: { children: [...twice, ...twice] } })).toBe('plain<p>plain</p>');
  });

  it('numbers and names of an item are not repeated in the one split from it', () => {
    const html = served('<ol><li id=a value=5>x</li></ol>', ({ blocks }) => {
      const [only] = childrenOf(blocks[0]);
      blocks[0] = { ...blocks[0], type: 'list', children: [only, { ...only, children: [text('y')] }] };
    });
    expect(html).toBe('<ol><li id=a value=5>x</li><li>y</li></ol>');
  });
});

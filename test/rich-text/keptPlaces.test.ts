import {
  $getRoot,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  type TextNode,
} from '@payloadcms/richtext-lexical/lexical';
import { $insertList } from '@payloadcms/richtext-lexical/lexical/list';
import { $createHeadingNode } from '@payloadcms/richtext-lexical/lexical/rich-text';
import { $setBlocksType } from '@payloadcms/richtext-lexical/lexical/selection';
import { describe, expect, it } from 'vitest';
import { htmlToLexical, servedHtml } from '../../src/rich-text/index.ts';
import { headlessEditor } from './editor.ts';

const editor = await headlessEditor();

/** What is served after an editor did something to an imported text. */
function edited(html: string, act: () => void): string | null {
  editor.setEditorState(editor.parseEditorState(JSON.stringify(htmlToLexical(html))));
  editor.update(act, { discrete: true });
  return servedHtml({ state: JSON.parse(JSON.stringify(editor.getEditorState())), source: html });
}

function textOf(words: string): TextNode {
  const found = $getRoot()
    .getAllTextNodes()
    .find((node) => node.getTextContent().includes(words));
  if (!$isTextNode(found)) throw new Error(`no text holds ${words}`);
  return found;
}

const BOX = '<div class="alert"><p class=x>one two</p></div>\n<p>after</p>';

describe('an editor at work', () => {
  it('turns the only paragraph of a box into a heading, and it stays in the box', () => {
    const html = edited(BOX, () => {
      textOf('one').select();
      $setBlocksType($getSelection(), () => $createHeadingNode('h3'));
    });
    expect(html).toBe('<div class="alert"><h3>one two</h3></div>\n<p>after</p>');
  });

  it('turns it into a list, and it stays in the box', () => {
    const html = edited(BOX, () => {
      textOf('one').select();
      $insertList('bullet');
    });
    expect(html).toBe('<div class="alert"><ul><li>one two</li></ul></div>\n<p>after</p>');
  });

  it('splits it, and both halves stay in the box', () => {
    const html = edited(BOX, () => {
      const selection = textOf('one').select(4, 4);
      selection.insertParagraph();
    });
    expect(html).toBe('<div class="alert"><p class=x>one </p>\n<p>two</p></div>\n<p>after</p>');
  });

  it('starts a new paragraph behind it, outside the box', () => {
    const html = edited(BOX, () => {
      const selection = textOf('one').select();
      selection.insertParagraph();
      const inserted = $getSelection();
      if ($isRangeSelection(inserted)) inserted.insertText('new');
    });
    expect(html).toBe('<div class="alert"><p class=x>one two</p></div>\n<p>new</p>\n<p>after</p>');
  });

  it('makes one word of a marked text bold and then plain again, and nothing has changed', () => {
    const source = '<p><span class=a>one two three</span> <i>four</i></p>';
    const bold = edited(source, () => {
      const [, word] = textOf('two').splitText(4, 7);
      word?.toggleFormat('bold');
    });
    expect(bold).toBe('<p><span class=a>one <strong>two</strong> three</span> <i>four</i></p>');
    editor.update(() => textOf('two').toggleFormat('bold'), { discrete: true });
    expect(servedHtml({ state: JSON.parse(JSON.stringify(editor.getEditorState())), source })).toBe(source);
  });

  it('adds an item to a list and to the one inside it', () => {
    const source = '<ol class=a>\n<li class=b>one\n<ul id=u>\n<li>two</li>\n</ul>\n</li>\n</ol>';
    const html = edited(source, () => {
      for (const words of ['one', 'two']) {
        textOf(words).select().insertParagraph();
        const selection = $getSelection();
        if ($isRangeSelection(selection)) selection.insertText(`after ${words}`);
      }
    });
    expect(html?.replace(/\n/g, '')).toBe(
      '<ol class=a><li class=b>one</li><li class=b>after one<ul id=u><li>two</li><li>after two</li></ul></li></ol>',
    );
  });
});

import { blocksOf, childrenOf, htmlToLexical, type NodeJson, servedHtml } from '../../src/rich-text/index.ts';

/** The nodes an editor makes, as Lexical writes them. */
export const text = (value: string, format = 0): NodeJson => ({
  type: 'text',
  detail: 0,
  format,
  mode: 'normal',
  style: '',
  text: value,
  version: 1,
});

const element = (type: string, children: NodeJson[], more: object = {}): NodeJson => ({
  type,
  direction: null,
  format: '',
  indent: 0,
  version: 1,
  children,
  ...more,
});

export const paragraph = (...children: NodeJson[]) =>
  element('paragraph', children, { textFormat: 0, textStyle: '' });
export const heading = (tag: string, ...children: NodeJson[]) => element('heading', children, { tag });
export const quote = (...children: NodeJson[]) => element('quote', children);
export const item = (...children: NodeJson[]) => element('listitem', children, { value: 1 });
export const list = (tag: 'ul' | 'ol', ...children: NodeJson[]) =>
  element('list', children, { tag, listType: tag === 'ol' ? 'number' : 'bullet', start: 1 });
export const link = (fields: object, ...children: NodeJson[]) =>
  element('link', children, {
    version: 3,
    id: 'a',
    fields: { linkType: 'custom', newTab: false, ...fields },
  });
/** A picture of the media library. */
export const picture = (id: number | string, fields: object | null = null, more: object = {}): NodeJson => ({
  type: 'upload',
  version: 3,
  format: '',
  id: 'b',
  relationTo: 'media',
  value: id,
  fields,
  ...more,
});
/** A link to a document. */
export const documentLink = (relationTo: string, id: number | string, ...children: NodeJson[]) =>
  element('link', children, {
    version: 3,
    id: 'c',
    fields: { linkType: 'internal', newTab: false, doc: { relationTo, value: id } },
  });
export const cell = (more: object, ...children: NodeJson[]) =>
  element('tablecell', children, { backgroundColor: null, colSpan: 1, headerState: 0, rowSpan: 1, ...more });
export const row = (...cells: NodeJson[]) => element('tablerow', cells);
export const table = (caption: string, ...rows: NodeJson[]) =>
  element('table', rows, caption ? { $: { caption } } : {});
export const lineBreak = (): NodeJson => ({ type: 'linebreak', version: 1 });
export const rule = (): NodeJson => ({ type: 'horizontalrule', version: 1 });
export const kept = (html: string, more: object = {}): NodeJson => ({
  type: 'kept',
  version: 1,
  format: '',
  html,
  ...more,
});
export const keptInline = (html: string, more: object = {}): NodeJson => ({
  type: 'kept_inline',
  version: 1,
  html,
  ...more,
});
export const state = (...children: NodeJson[]) => ({ root: element('root', children) });

/** An imported text as an editor's script may change it. */
export interface Editing {
  blocks: NodeJson[];
  /** The text node that holds these words. */
  find(words: string): NodeJson;
}

/** What is served of an imported HTML after a change to its state. */
export function served(html: string, change: (editing: Editing) => void): string | null {
  const imported = JSON.parse(JSON.stringify(htmlToLexical(html)));
  const blocks = imported.root.children as NodeJson[];
  const texts = blocksOf(imported).flatMap(textsOf);
  change({
    blocks,
    find: (words) => {
      const found = texts.find((node) => String(node.text).includes(words));
      if (!found) throw new Error(`no text holds ${words}`);
      return found;
    },
  });
  return servedHtml({ state: imported, source: html });
}

/** The text nodes in a node, itself included. */
export function textsOf(node: NodeJson): NodeJson[] {
  return node.type === 'text' ? [node] : childrenOf(node).flatMap(textsOf);
}

/** Replaces words in the first text that holds them. */
export function replace(words: string, by: string): (editing: Editing) => void {
  return ({ find }) => {
    const node = find(words);
    node.text = String(node.text).replace(words, by);
  };
}

import type { SerializedEditorState } from '@payloadcms/richtext-lexical/lexical';
import { type HtmlTree, parseHtml } from '../html/tree.ts';
import type { NodeJson } from '../state.ts';
import { importBlocks } from './blocks.ts';
import { ImportContext, MAX_PATH, type Origin, TooCostly } from './context.ts';
import { paragraphNode } from './nodes.ts';

export type { Origin, Piece, Range } from './context.ts';

/** An editor state, and where in the source each of its nodes and wrapping elements stands. */
export interface Imported {
  state: SerializedEditorState;
  /** By node of the state, or by a wrapping element's number. */
  origins: ReadonlyMap<object | number, Origin>;
  tree: HtmlTree;
}

/** {@link htmlToLexical}, with the places of everything. */
export function importHtml(html: string): Imported {
  const tree = parseHtml(html);
  // Hardly ever more than once: a long tag around thousands of texts makes the whole of them one kept piece.
  for (const maxPath of [MAX_PATH, 512, 64]) {
    try {
      return importTree(tree, maxPath);
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error;
    }
  }
  return importTree(tree, 0);
}

function importTree(tree: HtmlTree, maxPath: number): Imported {
  const context = new ImportContext(tree.reading.source, maxPath);
  const blocks = importBlocks(context, tree.nodes);
  const children = blocks.length > 0 ? blocks : [paragraphNode([], '', { wraps: [] })];
  return { state: rootState(children), origins: context.origins, tree };
}

function rootState(children: NodeJson[]): SerializedEditorState {
  const root = { type: 'root', direction: null, format: '', indent: 0, version: 1, children };
  // The nodes are what Lexical writes; its own types do not know Payload's nodes.
  return { root } as unknown as SerializedEditorState;
}

/**
 * Imported legacy HTML as editor state: headings, paragraphs, lists, quotes, links and inline marks open as such and keep
 * their tags; elements that Lexical lacks stay around their texts; what is left (tables, iframes, comments, …) is kept as
 * it is in blocks. Never throws, whatever the HTML; the same HTML always gives the same state.
 */
export function htmlToLexical(html: string): SerializedEditorState {
  return importHtml(html).state;
}

import type { SerializedEditorState } from '@payloadcms/richtext-lexical/lexical';
import type { Place } from '../html/parser.ts';
import { type HtmlElement, type HtmlTree, parseHtml, wholePiece } from '../html/tree.ts';
import { paragraphNode } from '../kinds/plain.ts';
import { TABLE_ELEMENTS } from '../kinds/table.ts';
import type { NodeJson } from '../state.ts';
import { importBlocks } from './blocks.ts';
import { ImportContext, MAX_PATH, TooCostly } from './context.ts';
import { importInline } from './inline.ts';

/** An editor state, and where in the source its blocks stand. */
export interface Imported {
  state: SerializedEditorState;
  /** Of the root's children, one by one; none where the source shows nothing. */
  places: Place[];
  /** The elements around blocks, by their numbers. */
  boxes: ReadonlyMap<number, HtmlElement>;
  tree: HtmlTree;
}

/** Kinds of elements that stay as they are unless somebody asks for them. */
export type Openable = 'table';

const ELEMENTS: Record<Openable, readonly string[]> = { table: TABLE_ELEMENTS };

/** {@link htmlToLexical}, with the places of the blocks. */
export function importHtml(html: string, open: readonly Openable[] = []): Imported {
  const tree = parseHtml(html, new Set(open.flatMap((kind) => ELEMENTS[kind])));
  // Hardly ever more than once: a long tag around thousands of texts makes the whole of them one kept piece.
  for (const maxPath of [MAX_PATH, 512, 64, 0]) {
    try {
      return importTree(html, tree, maxPath);
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error;
    }
  }
  return importTree(html, { ...tree, nodes: [wholePiece(html)] }, 0);
}

function importTree(html: string, tree: HtmlTree, maxPath: number): Imported {
  const context = new ImportContext(html, maxPath, { inline: importInline, blocks: importBlocks });
  const blocks = importBlocks(context, tree.nodes);
  const nodes = blocks.map(({ node }) => node);
  const state = rootState(
    nodes.length > 0 ? nodes : [paragraphNode({ children: [], format: '', kept: { wraps: [] } })],
  );
  return { state, places: blocks.map(({ place }) => place), boxes: context.boxes, tree };
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
 * @param open what opens, too; no table does that holds another one, or text outside its cells
 */
export function htmlToLexical(html: string, open: readonly Openable[] = []): SerializedEditorState {
  return importHtml(html, open).state;
}

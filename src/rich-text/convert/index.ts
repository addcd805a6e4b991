import { htmlToLexical } from '../import/index.ts';
import { lexicalToHtml } from '../served/index.ts';
import { blocksOf, type NodeJson } from '../state.ts';

export interface Converted {
  /** The table as the editor's own. */
  node: NodeJson;
  /** What it renders to. */
  html: string;
}

/** A kept table as one that can be edited; undefined where the editor cannot hold it, such as a table in a table. */
export function convertTable(html: string): Converted | undefined {
  const [node, ...others] = blocksOf(htmlToLexical(html, ['table']));
  if (node?.type !== 'table' || others.length > 0) return undefined;
  return { node, html: lexicalToHtml({ root: { children: [node] } }) };
}

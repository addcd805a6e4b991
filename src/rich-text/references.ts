import { KINDS } from './kinds/index.ts';
import type { DocumentName } from './kinds/kind.ts';
import { childrenOf, isRecord, type NodeJson } from './state.ts';

/** A document that a node of a text refers to. */
export interface Reference extends DocumentName {
  /** Where in the state, as in a `RichTextProblem`. */
  path: string;
  /** The words of the node. */
  words: string;
}

/** The documents that a state refers to, in the order of their nodes; none for what is no state. Never throws. */
export function referencesIn(state: unknown): Reference[] {
  const references: Reference[] = [];
  const open = isRecord(state) ? entriesOf(state.root, 'root') : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path } = next;
    const named = KINDS.get(node.type)?.refersTo?.(node);
    const said = () => childrenOf(node).map(({ text }) => (typeof text === 'string' ? text : ''));
    if (named) references.push({ ...named, path, words: said().join('') });
    else for (const entry of entriesOf(node, path)) open.push(entry);
  }
  return references;
}

/** The children of a node, the last one first. */
function entriesOf(node: unknown, path: string): { node: NodeJson; path: string }[] {
  return childrenOf(node)
    .map((child, index) => ({ node: child, path: `${path}.children.${index}` }))
    .reverse();
}

import { htmlToText } from '../htmlToText.ts';
import { documentName } from '../kinds/kind.ts';
import { documentOf } from '../kinds/link.ts';
import { KEPT_BLOCK } from '../nodeTypes.ts';
import { childrenOf, isNode, isRecord, keptHtmlOf, type NodeJson } from '../state.ts';
import { describeHtml } from './kept/describeHtml.ts';

/**
 * A text for a comparison: in place of each piece of kept HTML, what it is, and what it says. Payload's comparison knows such
 * pieces by the names of their blocks only.
 */
export function withNamedParts<State>(state: State, language: string): State {
  if (!isRecord(state) || !isNode(state.root)) return state;
  return { ...state, root: named(state.root, language) };
}

function named(node: NodeJson, language: string): NodeJson {
  const html = keptHtmlOf(node);
  if (html === undefined) {
    const children = node.children && childrenOf(node).map((child) => named(child, language));
    return { ...node, ...linkedName(node), ...(children ? { children } : {}) };
  }
  const text = textOf(html, language);
  return node.type === KEPT_BLOCK ? { type: 'paragraph', children: [text], version: 1 } : text;
}

/** A link to a document as one to its name: the comparison knows no address of it. */
function linkedName(node: NodeJson): { fields: object } | undefined {
  const document = node.type === 'link' ? documentOf(node) : undefined;
  if (!document) return undefined;
  return { fields: { ...Object(node.fields), linkType: 'custom', url: `#${documentName(document)}` } };
}

function textOf(html: string, language: string): NodeJson {
  const { label, detail } = describeHtml(html, language);
  const words = `${detail} ${htmlToText(html)}`.replace(/\s+/g, ' ').trim();
  const text = words ? `[${label}: ${words}]` : `[${label}]`;
  return { type: 'text', text, format: 0, detail: 0, mode: 'normal', style: '', version: 1 };
}

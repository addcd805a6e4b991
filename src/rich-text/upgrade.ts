import { keptBlockNode, keptInlineNode } from './kinds/kept.ts';
import { isNode, isRecord, keptOf, NODE_STATE, type NodeJson, type Wrap } from './state.ts';

/** Kept HTML never stood deeper, and recursion needs a bound. */
const MAX_DEPTH = 64;

/**
 * A stored state as it is kept today: the HTML that earlier versions kept in blocks of Payload is in nodes of its own. A state
 * without such blocks is given back as it is.
 */
export function upgrade<State>(state: State): State {
  if (!isRecord(state) || !isNode(state.root)) return state;
  const root = upgraded(state.root, 0);
  return root === state.root ? state : { ...state, root };
}

function upgraded(node: NodeJson, depth: number): NodeJson {
  const { children } = node;
  if (!Array.isArray(children) || depth > MAX_DEPTH) return keptNode(node) ?? node;
  const now = children.map((child) => (isNode(child) ? upgraded(child, depth + 1) : child));
  return now.some((child, i) => child !== children[i]) ? { ...node, children: now } : node;
}

function keptNode({ type, fields, format }: NodeJson): NodeJson | undefined {
  if (!isRecord(fields) || typeof fields.html !== 'string') return undefined;
  const { blockType, html, within } = fields;
  if (type === 'inlineBlock' && blockType === 'kept_inline') return keptInlineNode(html, wrapsOf(within));
  if (type !== 'block' || blockType !== 'kept_html') return undefined;
  return keptBlockNode(html, wrapsOf(within), typeof format === 'string' ? format : '');
}

/** The elements around it were JSON, since Payload's blocks lose their node state. */
function wrapsOf(within: unknown): Wrap[] {
  if (typeof within !== 'string') return [];
  try {
    return keptOf({ type: '', [NODE_STATE]: JSON.parse(within) }).wraps;
  } catch {
    return [];
  }
}

import {
  KEPT_BLOCK,
  KEPT_INLINE,
  type Kept,
  NODE_STATE,
  type NodeJson,
  toNodeState,
  type Wrap,
} from '../state.ts';

/** Editor nodes as Lexical 0.50 and Payload write them to JSON. */

function withState(node: NodeJson, kept: Kept): NodeJson {
  const held = toNodeState(kept);
  return held ? { ...node, [NODE_STATE]: held } : node;
}

const element = (format = '') => ({ direction: null, format, indent: 0, version: 1 });

export function textNode(text: string, format: number, wraps: Wrap[]): NodeJson {
  return withState(
    { type: 'text', detail: 0, format, mode: 'normal', style: '', text, version: 1 },
    { wraps },
  );
}

/** `tag` is '' for a break that stands between two blocks and is no `<br>`. */
export function breakNode(tag: string, wraps: Wrap[]): NodeJson {
  return withState({ type: 'linebreak', version: 1 }, { tag, wraps });
}

export function paragraphNode(children: NodeJson[], format: string, kept: Kept): NodeJson {
  return withState({ type: 'paragraph', ...element(format), textFormat: 0, textStyle: '', children }, kept);
}

export function quoteNode(children: NodeJson[], format: string, kept: Kept): NodeJson {
  return withState({ type: 'quote', ...element(format), children }, kept);
}

export function headingNode(tag: string, children: NodeJson[], format: string, kept: Kept): NodeJson {
  return withState({ type: 'heading', tag, ...element(format), children }, kept);
}

export function listNode(tag: 'ul' | 'ol', start: number, children: NodeJson[], kept: Kept): NodeJson {
  const listType = tag === 'ol' ? 'number' : 'bullet';
  return withState({ type: 'list', tag, listType, start, ...element(), children }, kept);
}

export function itemNode(value: number, children: NodeJson[], format: string, kept: Kept): NodeJson {
  return withState({ type: 'listitem', value, ...element(format), children }, kept);
}

export interface LinkFields {
  url: string;
  newTab: boolean;
  rel: string | null;
  title: string | null;
}

export function linkNode(id: string, fields: LinkFields, children: NodeJson[], kept: Kept): NodeJson {
  return withState(
    { type: 'link', ...element(), version: 3, id, fields: { linkType: 'custom', ...fields }, children },
    kept,
  );
}

export function ruleNode(): NodeJson {
  return { type: 'horizontalrule', version: 1 };
}

export function keptBlockNode(html: string, wraps: Wrap[], format = ''): NodeJson {
  return withState({ type: KEPT_BLOCK, version: 1, format, html }, { wraps });
}

export function keptInlineNode(html: string, wraps: Wrap[]): NodeJson {
  return withState({ type: KEPT_INLINE, version: 1, html }, { wraps });
}

import { HEADINGS, kindOf } from '../html/elements.ts';
import {
  alignmentOf,
  attributeOf,
  parseStartTag,
  withAlignment,
  withAttribute,
  withName,
} from '../html/startTag.ts';
import { startOf } from '../import/lists.ts';
import { isRecord, type Kept, type NodeJson } from '../state.ts';

/** A block's start tag: the one it came with, changed only where the node says otherwise; '' for text without a tag. */
export function blockTag(node: NodeJson, kept: Kept): string {
  const format = typeof node.format === 'string' ? node.format : '';
  const tag = ownTag(node, kept);
  if (alignmentOf(tag) === format) return tag;
  return withAlignment(tag || '<p>', format);
}

function ownTag(node: NodeJson, { tag, wraps }: Kept): string {
  const name = parseStartTag(tag ?? '')?.name ?? '';
  if (node.type === 'heading') {
    const wanted = HEADINGS.has(String(node.tag)) ? String(node.tag) : 'h2';
    return tag ? withName(tag, wanted) : `<${wanted}>`;
  }
  if (node.type === 'quote') {
    const quoted = wraps.some((wrap) => parseStartTag(wrap.tag)?.name === 'blockquote');
    if (quoted ? tag !== undefined && isTextBlock(name) : name === 'blockquote') return tag ?? '';
    return tag && !quoted ? withName(tag, 'blockquote') : quoted ? '<p>' : '<blockquote>';
  }
  if (tag === '') return '';
  if (node.type === 'listitem') return tag ? withName(tag, 'li') : '<li>';
  if (tag === undefined) return '<p>';
  return isTextBlock(name) && name !== 'blockquote' ? tag : withName(tag, 'p');
}

function isTextBlock(name: string): boolean {
  return name === '' || kindOf(name) === 'container';
}

export function listTag(node: NodeJson, { tag }: Kept): string {
  const name = node.tag === 'ol' || node.listType === 'number' ? 'ol' : 'ul';
  const named = tag ? withName(tag, name) : `<${name}>`;
  const start = typeof node.start === 'number' && Number.isSafeInteger(node.start) ? node.start : 1;
  if (name === 'ul' || startOf(named) === start) return named;
  return withAttribute(named, 'start', start === 1 ? null : String(start));
}

/** What a link's drawer changes are its address, its window, `rel` and `title`; all else stays as it was written. */
export function linkTag(node: NodeJson, kept: Kept): string {
  const fields = isRecord(node.fields) ? node.fields : {};
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  const came = kept.tag && parseStartTag(kept.tag)?.name === 'a' ? kept.tag : undefined;
  let tag = came ?? '<a>';
  const set = (name: string, value: string | null) => {
    if ((attributeOf(tag, name) || null) !== value) tag = withAttribute(tag, name, value);
  };
  set('href', text(fields.url));
  const newTab = fields.newTab === true;
  const opensNewTab = attributeOf(tag, 'target')?.toLowerCase() === '_blank';
  if (newTab !== opensNewTab) set('target', newTab ? '_blank' : null);
  const rel = text(fields.rel);
  // A page opened from a link of ours must not reach back into it; what was imported stays as it was.
  set('rel', rel ?? (newTab && !opensNewTab ? 'noopener noreferrer' : null));
  set('title', text(fields.title));
  return tag;
}

import * as z from 'zod';
import { DOCUMENT_SCHEME } from '../../../endpoints/lists/documentLinks.ts';
import { attributeOf, nameOf, withAttribute } from '../html/startTag.ts';
import type { HtmlElement } from '../html/tree.ts';
import type { ImportContext } from '../import/context.ts';
import { isDangerousUrl } from '../safety/addresses.ts';
import type { Reason } from '../safety/reasons.ts';
import { isRecord, type NodeJson } from '../state.ts';
import {
  type DocumentName,
  documentName,
  documentShape,
  element,
  type Kind,
  withState,
  words,
} from './kind.ts';

const attributes = { rel: words.nullish(), title: words.nullish(), newTab: z.boolean().nullish() };

export const link: Kind = {
  type: 'link',
  level: 'link',
  holds: ['leaf'],
  shape: {
    fields: z.discriminatedUnion('linkType', [
      z.looseObject({
        linkType: z.literal('custom').optional(),
        url: words
          .refine((url) => url.trim() !== '', { error: 'noUrl' satisfies Reason['code'] })
          .refine((url) => !isDangerousUrl(url), { error: 'linkUrl' satisfies Reason['code'] }),
        ...attributes,
      }),
      z.looseObject({ linkType: z.literal('internal'), doc: documentShape, ...attributes }),
    ]),
  },
  /** The one it came with, changed only where the editor says otherwise. */
  tag(node, kept) {
    const fields = isRecord(node.fields) ? node.fields : {};
    const document = documentOf(node);
    let tag = !document && kept.tag && nameOf(kept.tag) === 'a' ? kept.tag : '<a>';
    const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
    const set = (name: string, value: string | null) => {
      if ((attributeOf(tag, name) || null) !== value) tag = withAttribute(tag, name, value);
    };
    // First, and without what a tag of the import has: as `documentLinks.ts` reads it.
    set('href', document ? DOCUMENT_SCHEME + documentName(document) : text(fields.url));
    const newTab = fields.newTab === true;
    const openedNewTab = opensNewTab(tag);
    if (newTab !== openedNewTab) set('target', newTab ? '_blank' : null);
    // A page opened from a link of ours must not reach back into it; what was imported stays as it was.
    set('rel', text(fields.rel) ?? (newTab && !openedNewTab ? 'noopener noreferrer' : null));
    set('title', text(fields.title));
    return tag;
  },
  leadsTo: (node) => (documentOf(node) ? undefined : isRecord(node.fields) ? String(node.fields.url) : ''),
  refersTo: documentOf,
};

export const autolink: Kind = { ...link, type: 'autolink' };

/** The document that a link leads to; undefined for none. */
export function documentOf({ fields }: NodeJson): DocumentName | undefined {
  if (!isRecord(fields) || fields.linkType !== 'internal') return undefined;
  const { data } = documentShape.safeParse(fields.doc);
  return data && { collection: data.relationTo, id: String(data.value) };
}

function opensNewTab(tag: string): boolean {
  return attributeOf(tag, 'target')?.toLowerCase() === '_blank';
}

/** True for the tag of a link that opens as such. */
export function isLink(tag: string): boolean {
  if (nameOf(tag) !== 'a') return false;
  const href = attributeOf(tag, 'href');
  return href !== null && href.trim() !== '' && !isDangerousUrl(href);
}

/** @param n its number among those of the elements around texts */
export function linkNode(
  context: ImportContext,
  node: HtmlElement,
  n: number,
  children: NodeJson[],
): NodeJson {
  const tag = context.tag(node);
  const fields = {
    linkType: 'custom',
    url: attributeOf(tag, 'href') ?? '',
    newTab: opensNewTab(tag),
    rel: attributeOf(tag, 'rel'),
    title: attributeOf(tag, 'title'),
  };
  return withState(
    { type: 'link', ...element(), version: 3, id: context.linkId(), fields, children },
    { tag, n, wraps: [] },
  );
}

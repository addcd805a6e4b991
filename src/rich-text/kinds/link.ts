import { z } from 'zod';
import { attributeOf, nameOf, withAttribute } from '../html/startTag.ts';
import type { HtmlElement } from '../html/tree.ts';
import type { ImportContext } from '../import/context.ts';
import type { Reason } from '../safety/reasons.ts';
import { isDangerousUrl } from '../safety/urls.ts';
import { isRecord, type NodeJson } from '../state.ts';
import { element, type Kind, withState, words } from './kind.ts';

export const link: Kind = {
  type: 'link',
  level: 'link',
  holds: ['leaf'],
  shape: {
    fields: z.looseObject({
      linkType: z.literal('custom').optional(),
      url: words
        .refine((url) => url.trim() !== '', { error: 'noUrl' satisfies Reason['code'] })
        .refine((url) => !isDangerousUrl(url), { error: 'linkUrl' satisfies Reason['code'] }),
      rel: words.nullish(),
      title: words.nullish(),
      newTab: z.boolean().nullish(),
    }),
  },
  /** The one it came with, changed only where the editor says otherwise. */
  tag({ fields: given }, kept) {
    const fields = isRecord(given) ? given : {};
    let tag = kept.tag && nameOf(kept.tag) === 'a' ? kept.tag : '<a>';
    const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
    const set = (name: string, value: string | null) => {
      if ((attributeOf(tag, name) || null) !== value) tag = withAttribute(tag, name, value);
    };
    set('href', text(fields.url));
    const newTab = fields.newTab === true;
    const openedNewTab = opensNewTab(tag);
    if (newTab !== openedNewTab) set('target', newTab ? '_blank' : null);
    // A page opened from a link of ours must not reach back into it; what was imported stays as it was.
    set('rel', text(fields.rel) ?? (newTab && !openedNewTab ? 'noopener noreferrer' : null));
    set('title', text(fields.title));
    return tag;
  },
  refersTo: ({ fields }) => (isRecord(fields) ? String(fields.url) : ''),
};

export const autolink: Kind = { ...link, type: 'autolink' };

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

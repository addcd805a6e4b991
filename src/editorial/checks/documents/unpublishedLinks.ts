import type { BasePayload, PayloadRequest } from 'payload';
import { MEDIA, portalOf, slugOf } from '../../../../collections/portal/portal.ts';
import { isPublished } from '../../../../collections/portal/published.ts';
import type { RawDocument } from '../../../../collections/portal/RawDocument.ts';
import { localizer } from '../../../documents/locale.ts';
import { titleOf } from '../../../i18n/titleOf.ts';
import { type Finding, unpublishedLink } from '../rules/index.ts';
import type { Content } from './contentOf.ts';
import { findIn } from './rowsOf.ts';

/**
 * The links of a document to others that are not published, whose words alone are served.
 * @param req whose transaction to use
 */
export async function unpublishedLinks(
  payload: BasePayload,
  { documents }: Pick<Content, 'documents'>,
  req?: PayloadRequest,
): Promise<Iterable<Finding>> {
  const portal = portalOf(payload.config);
  /** The title of each document that is not published; '' of one that is not there. */
  const titles = new Map<string, string>();
  for (const slug of new Set(documents.map(({ collection }) => collection))) {
    const config = payload.collections[slug]?.config;
    if (!config || slug === slugOf(portal, MEDIA)) continue;
    const named = [...new Set(documents.filter(({ collection }) => collection === slug).map(({ id }) => id))];
    const isNumber = (payload.collections[slug]?.customIDType ?? payload.db.defaultIDType) === 'number';
    const ids = isNumber ? named.map(Number).filter(Number.isSafeInteger) : named;
    const found = await findIn<RawDocument>(payload, slug, ['id', ids], req && { req });
    const localized = localizer(config.flattenedFields, payload.config);
    for (const id of named) titles.set(`${slug}/${id}`, '');
    for (const raw of found) {
      const name = `${slug}/${raw.id}`;
      if (isPublished(config, raw)) titles.delete(name);
      else titles.set(name, titleOf(config.admin, localized(raw)) ?? '');
    }
  }
  return {
    *[Symbol.iterator]() {
      for (const { collection, field, id, words } of documents) {
        const title = titles.get(`${collection}/${id}`);
        if (title !== undefined) yield { check: 'brokenLinks', field, ...unpublishedLink(words, title) };
      }
    },
  };
}

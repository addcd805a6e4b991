import type { BasePayload } from 'payload';
import { kindOf, portalOf } from '../../../collections/portal/portal.ts';
import { isPublished } from '../../../collections/portal/published.ts';
import type { RawDocument } from '../../../collections/portal/RawDocument.ts';
import type { Rehearsal } from '../../../endpoints/read-model/index.ts';
import { documentOf } from '../index.ts';
import { frontsOf } from './fronts.ts';
import { portalReadModel } from './readModel.ts';

/**
 * What the lists would be if a document were stored so. Nothing of it is stored or served.
 * @param slug of its collection
 * @param raw the whole document, as the database would have it
 * @returns undefined while the lists are not loaded
 * @throws if the collection is not that of a list
 */
export async function rehearseDocument(
  payload: BasePayload,
  slug: string,
  raw: RawDocument,
): Promise<Rehearsal | undefined> {
  const config = payload.collections[slug]?.config;
  if (!config) throw new Error(`There is no collection "${slug}".`);
  const kind = kindOf(portalOf(payload.config), slug);
  const document = isPublished(config, raw) ? await documentOf(payload, slug, raw) : null;
  const change = { kind, id: String(raw.id), document };
  return (frontsOf(payload) ?? (await portalReadModel(payload))).rehearse(change);
}

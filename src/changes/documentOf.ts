import type { BasePayload } from 'payload';
import { kindOf, portalOf } from '../../collections/portal/portal.ts';
import type { RawDocument } from '../../collections/portal/RawDocument.ts';
import { addressPatternOf } from '../../collections/portal/settingsGroup.ts';
import { withAddress } from '../../endpoints/lists/documentLinks.ts';
import type { StoredDocument } from '../../endpoints/lists/index.ts';
import { documentMapping } from './storedDocument.ts';

/**
 * A document of a list as a load gives it, with its public address.
 * @param slug of its collection
 * @param raw the whole document, as the database has it
 * @throws if there is no such collection
 */
export async function documentOf(
  payload: BasePayload,
  slug: string,
  raw: RawDocument,
): Promise<StoredDocument> {
  const config = payload.collections[slug]?.config;
  if (!config) throw new Error(`There is no collection "${slug}".`);
  const settings = await payload.findGlobal({ slug: 'portal-settings' as never, depth: 0 });
  const { toStored } = documentMapping(config.flattenedFields, payload.config);
  return withAddress(toStored(raw), addressPatternOf(settings, kindOf(portalOf(payload.config), slug)));
}

import type {
  BasePayload,
  CollectionSlug,
  FlattenedField,
  SanitizedCollectionConfig,
  SanitizedConfig,
} from 'payload';
import { listLocale } from '../../../collections/portal/locale.ts';
import { slugOfKind } from '../../../collections/portal/portal.ts';
import type { Kind } from '../../../endpoints/lists/index.ts';
import type { Id } from '../plan/stored.ts';

/** The config of the collection of a kind. */
export function configOf(payload: BasePayload, kind: Kind): SanitizedCollectionConfig {
  const collection = payload.collections[slugOfKind(payload, kind)];
  if (!collection) throw new Error(`This Payload config has no collection "${kind}".`);
  return collection.config;
}

/** Its fields, those in tabs and rows among them. */
export const fieldsOf = (payload: BasePayload, kind: Kind): FlattenedField[] =>
  configOf(payload, kind).flattenedFields;

/** Whether a document can be there without being published. */
export const hasDrafts = (payload: BasePayload, kind: Kind): boolean =>
  Boolean(configOf(payload, kind).versions?.drafts);

/** How an import asks Payload to write. */
export function asImport(config: SanitizedConfig) {
  const { locale } = listLocale(config) ?? {};
  return {
    depth: 0,
    overrideAccess: true,
    // The ledger is what makes an import whole. A transaction of a process that was killed would stay open in MongoDB for
    // a minute, and keep the next import from the documents in it.
    disableTransaction: true,
    // What is localized is written in the locale that the lists are read in.
    ...(locale !== undefined && { locale: locale as never }),
  };
}

/** Removes the versions of a document that was begun and not finished: the next attempt makes its own. */
export async function forgetVersions(
  payload: BasePayload,
  collection: CollectionSlug,
  id: Id,
): Promise<void> {
  if (!payload.collections[collection]?.config.versions) return;
  await payload.db.deleteVersions({ collection, where: { parent: { equals: id } } });
}

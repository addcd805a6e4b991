import type { BasePayload } from 'payload';

const PUBLISHED_STAY = { 'version._status': { not_equals: 'published' } };

/**
 * Keeps published versions. Beyond `maxPerDoc`, Payload 3.90 deletes the oldest versions of a document, published ones too.
 *
 * Needed for: reverting to the published version after many drafts.
 * @param ofDrafts slugs of collections with drafts
 */
export function keepPublishedVersions({ db }: BasePayload, ofDrafts: readonly string[]): void {
  const slugs = new Set(ofDrafts);
  const deleteVersions = db.deleteVersions.bind(db);
  db.deleteVersions = (args) => {
    // When the document itself is deleted, all its versions are deleted.
    const isPruning = 'updatedAt' in args.where && slugs.has(args.collection ?? '');
    return deleteVersions(isPruning ? { ...args, where: { and: [args.where, PUBLISHED_STAY] } } : args);
  };
}

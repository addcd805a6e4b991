import type { BasePayload } from 'payload';

const PUBLISHED_STAY = { 'version._status': { not_equals: 'published' } };

/**
 * Beyond `maxPerDoc`, Payload 3.90 deletes the oldest versions of a document, whatever they are. Of these collections, what was
 * published stays.
 *
 * Depends on it: going back to what was published, however many drafts came since.
 * @param ofDrafts slugs of collections that have drafts
 */
export function keepPublishedVersions({ db }: BasePayload, ofDrafts: readonly string[]): void {
  const slugs = new Set(ofDrafts);
  const deleteVersions = db.deleteVersions.bind(db);
  db.deleteVersions = (args) => {
    // With the document itself, all of them go.
    const isPruning = 'updatedAt' in args.where && slugs.has(args.collection ?? '');
    return deleteVersions(isPruning ? { ...args, where: { and: [args.where, PUBLISHED_STAY] } } : args);
  };
}

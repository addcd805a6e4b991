import type { CollectionSlug } from 'payload';
import type { Kind } from '../../endpoints/lists/index.ts';

// A list's key and the slug of its collection are the same today. Only this file says so.

/** The collection that holds the documents of a kind. */
export function collectionOf(kind: Kind): CollectionSlug {
  return kind as CollectionSlug;
}

/** The kind of the documents of a collection. */
export function kindOf(slug: string): Kind {
  return slug;
}

import type { BasePayload, CollectionSlug } from 'payload';
import { portalOf } from '../../../collections/portal/portal.ts';
import type { List } from '../../../endpoints/lists/index.ts';
import type { Captured } from '../plan/index.ts';

/** An author number of the source. */
export interface AuthorNumber {
  number: number;
  /** How many captured documents have it. */
  documents: number;
  /** Whether new documents of a user here get it. */
  hasAccount: boolean;
}

/** The author numbers of captured documents, those with most of them first. */
export async function authorNumbers(payload: BasePayload, captured: Captured): Promise<AuthorNumber[]> {
  const counts = new Map<number, number>();
  const fields = new Map(captured.lists.map((list) => [list.key, authorFields(list)]));
  for (const { kind, document } of captured.documents.values()) {
    for (const name of fields.get(kind) ?? []) {
      const number = document[name];
      if (typeof number === 'number') counts.set(number, (counts.get(number) ?? 0) + 1);
    }
  }
  const known = counts.size > 0 ? await numbersOfUsers(payload) : new Set();
  return [...counts]
    .map(([number, documents]) => ({ number, documents, hasAccount: known.has(number) }))
    .sort((a, b) => b.documents - a.documents || a.number - b.number);
}

/** Fields for which the form proposes the author number of a user. */
function authorFields({ fields = {}, form }: List): string[] {
  const proposes = (seen: object | undefined) => seen && 'propose' in seen && seen.propose === 'author';
  return Object.keys(fields).filter((name) => proposes(fields[name]) || proposes(form?.fields?.[name]));
}

async function numbersOfUsers(payload: BasePayload): Promise<Set<number>> {
  const { author, users = payload.config.admin.user } = portalOf(payload.config);
  const collection = users as CollectionSlug;
  const { docs } = await payload.find({ collection, depth: 0, limit: 0, pagination: false });
  return new Set(docs.flatMap((user) => author({ user: { ...user, collection } as never }) ?? []));
}

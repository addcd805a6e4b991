import type { BasePayload } from 'payload';
import { type Portal, portalOf } from '../../collections/portal/portal.ts';
import type { Change } from '../../endpoints/read-model/index.ts';
import type { Finds } from '../payload/database/readingWith.ts';
import { createReader, type Reader } from './reader.ts';
import type { Embedded } from './storedDocument.ts';

/** Everything that is published, and the settings, as a read model loads it. */
export async function* everything(reader: Reader, db: Finds): AsyncGenerator<Change[]> {
  yield [{ settings: (await reader.settings()).settings }];
  await reader.readAddresses();
  const published = new Set<string>();
  const wanted = new Map<string, Embedded>();
  for (const kind of reader.kinds) {
    for await (const { documents, embedded } of reader.published(kind, db)) {
      for (const { id } of documents) published.add(`${kind}/${id}`);
      for (const each of embedded) wanted.set(`${each.kind}/${each.id}`, each);
      yield documents.map((document) => ({ kind, id: document.id, document }));
    }
  }
  for (const [key, embedded] of wanted) if (!published.has(key)) yield* departed(reader, embedded);
}

/** Tells what was last published, then that it is gone: the read model keeps the value for those that need it. */
async function* departed(reader: Reader, embedded: Embedded): AsyncIterable<Change[]> {
  const document = await reader.lastPublished(embedded);
  if (!document) return;
  const { kind, id } = embedded;
  yield [{ kind, id, document }];
  yield [{ kind, id, document: null }];
}

/**
 * {@link everything} of a Payload that nobody writes to, or whose reads are of one moment.
 * @throws if `portalContent()` is not among the plugins of its config
 */
export function publishedNow(
  payload: BasePayload,
  portal: Portal = portalOf(payload.config),
): AsyncGenerator<Change[]> {
  return everything(createReader(payload, portal), payload.db);
}

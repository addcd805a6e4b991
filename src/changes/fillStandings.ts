import type { BasePayload, CollectionSlug } from 'payload';
import type { RawDocument } from '../../collections/portal/portal.ts';
import { fieldsWithRole } from '../../collections/portal/roles.ts';
import { type PublicationStatus, statusAfter } from '../../collections/values/known.ts';
import { writeFast } from '../database/sqlDatabase.ts';
import { newestVersion, type Version, writeInVersion } from '../payload/versions.ts';

const BATCH = 500;

/**
 * Gives documents that a host had before the collection became a list's their standing, and their newest versions too. Main
 * documents first.
 */
export async function fillStandings(payload: BasePayload, slug: string): Promise<void> {
  const { config } = payload.collections[slug] ?? {};
  const [standing] = fieldsWithRole(config?.flattenedFields ?? [], 'standing');
  if (!config?.versions?.drafts || !standing) return;
  const { name } = standing;
  const { db } = payload;
  const collection = slug as CollectionSlug;
  const some = { collection, limit: BATCH, pagination: false } as const;

  async function ofMain({ id, _status }: RawDocument): Promise<PublicationStatus> {
    if (_status === 'published') return 'live';
    const where = [{ 'version._status': { equals: 'published' } }];
    const published = await newestVersion({ payload }, slug, id, { where, fields: [] });
    return published ? 'withdrawn' : 'draft';
  }

  async function ofVersion({ parent, version: { _status: status } }: Version): Promise<PublicationStatus> {
    if (status === 'published') return 'live';
    const main = await db.findOne<RawDocument>({ collection, where: { id: { equals: parent } } });
    return statusAfter({ status, draft: true, main: main ?? undefined }, name);
  }

  await writeFast(payload, async () => {
    const where = { [name]: { exists: false } };
    await fillAll(
      () => db.find<RawDocument>({ ...some, where }),
      async ({ updatedAt, ...document }) => {
        // Without its time the document would count as written now.
        const data = { [name]: await ofMain(document), updatedAt };
        return db.updateOne({ collection, id: document.id, data, returning: false });
      },
    );
    const newest = { and: [{ latest: { equals: true } }, { [`version.${name}`]: { exists: false } }] };
    await fillAll(
      () => db.findVersions({ ...some, where: newest }),
      async (found) =>
        writeInVersion({ payload }, slug, found.id, {
          [name]: await ofVersion(found as unknown as Version),
        }),
    );
  });
}

async function fillAll<T>(
  lacking: () => Promise<{ docs: T[] }>,
  fill: (found: T) => Promise<unknown>,
): Promise<void> {
  for (let { docs } = await lacking(); docs.length > 0; { docs } = await lacking())
    await Promise.all(docs.map(fill));
}

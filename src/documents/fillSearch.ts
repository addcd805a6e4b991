import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { BasePayload, CollectionSlug } from 'payload';
import type { RawDocument } from '../../collections/portal/RawDocument.ts';
import { fieldsWithRole } from '../../collections/portal/roles.ts';
import { searchText } from '../../collections/values/searchText.ts';
import { sqlDatabase } from '../database/sqlDatabase.ts';
import { writeFast } from '../database/writeFast.ts';

const BATCH = 500;

interface Version {
  id: number | string;
  updatedAt: string;
  version: RawDocument;
}

/**
 * Gives documents the words by which they are found, where they have none yet: those of a database of version 0.1.0. Of
 * their versions only the newest are searched.
 */
export async function fillSearch(payload: BasePayload, slug: string): Promise<void> {
  const { config } = payload.collections[slug] ?? {};
  const [search] = fieldsWithRole(config?.flattenedFields ?? [], 'search');
  if (!config || !search) return;
  const { db } = payload;
  const collection = slug as CollectionSlug;
  const { name, also } = search;
  // Never empty: MongoDB would find it again.
  const text = (document: RawDocument) => searchText(config.flattenedFields, document, also) || ' ';
  const some = { collection, limit: BATCH, pagination: false } as const;

  async function lacking(): Promise<RawDocument[]> {
    return (await db.find<RawDocument>({ ...some, where: { [name]: { exists: false } } })).docs;
  }

  function fill({ updatedAt, ...document }: RawDocument): Promise<unknown> {
    // Without its time the document would count as written now.
    const data = { [name]: text(document), updatedAt };
    return db.updateOne({ collection, id: document.id, data, returning: false });
  }

  async function lackingVersions(): Promise<Version[]> {
    const where = { and: [{ latest: { equals: true } }, { [`version.${name}`]: { exists: false } }] };
    return (await db.findVersions({ ...some, where })).docs as unknown as Version[];
  }

  async function fillVersion({ id, updatedAt, version }: Version): Promise<unknown> {
    const versionData = { version: { [name]: text(version) }, updatedAt } as never;
    if (sqlDatabase(payload)) return db.updateVersion({ collection, id, versionData, returning: false });
    // MongoDB's adapter would leave nothing else of the version.
    const set = { $set: { [`version.${name}`]: text(version) } };
    return (db as unknown as MongooseAdapter).versions[slug]?.updateOne({ _id: id }, set, {
      timestamps: false,
    });
  }

  const say = (done: number) => payload.logger.info(`${slug}: ${done} made ready for searching.`);
  await writeFast(payload, async () => {
    await fillAll(lacking, fill, say);
    if (config.versions?.drafts) await fillAll(lackingVersions, fillVersion, say);
  });
}

async function fillAll<T>(
  lacking: () => Promise<T[]>,
  fill: (found: T) => Promise<unknown>,
  say: (done: number) => void,
): Promise<void> {
  let done = 0;
  for (let found = await lacking(); found.length > 0; found = await lacking()) {
    await Promise.all(found.map(fill));
    done += found.length;
    say(done);
  }
}

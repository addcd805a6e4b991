import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { BasePayload, CollectionSlug, SanitizedCollectionConfig } from 'payload';
import type { RawDocument } from '../../collections/portal/portal.ts';
import { fieldsWithRole } from '../../collections/portal/roles.ts';
import { type PublicationStatus, statusAfter } from '../../collections/values/publicationStatus.ts';
import { searchText } from '../../collections/values/searchText.ts';
import { sqlDatabase, writeFast } from '../database/sqlDatabase.ts';

const BATCH = 500;

interface Version {
  id: number | string;
  parent: number | string;
  updatedAt: string;
  version: RawDocument;
}

/** A stored value that documents of an older release lack. It is never empty: MongoDB would find it again. */
interface Stored {
  /** The field. */
  name: string;
  ofMain(document: RawDocument): unknown;
  ofVersion(version: Version): unknown;
  /** What a document is after it, for the log. */
  done: string;
}

/**
 * Takes the search words from all documents of a collection, for {@link fillStored} to make them anew: before data version 9
 * initials with points and words with invisible characters were stored as they are.
 */
export async function dropSearchWords(payload: BasePayload, slug: string): Promise<void> {
  const { versions, flattenedFields } = payload.collections[slug]?.config ?? {};
  const [search] = fieldsWithRole(flattenedFields ?? [], 'search');
  if (!search) return;
  const sql = sqlDatabase(payload);
  if (!sql) {
    const { collections, versions: models } = payload.db as unknown as MongooseAdapter;
    const past = { timestamps: false };
    await collections[slug]?.updateMany({}, { $unset: { [search.name]: '' } }, past);
    await models[slug]?.updateMany({}, { $unset: { [`version.${search.name}`]: '' } }, past);
    return;
  }
  const name = sql.tableNameMap.get(slug.replaceAll('-', '_')) ?? slug.replaceAll('-', '_');
  const empty = async (table: string, column: string) => {
    const found = sql.tables[table];
    if (found) await sql.drizzle.update(found).set({ [column]: null });
  };
  await empty(name, search.name);
  if (versions) await empty(`_${name}_v`, `version_${search.name}`);
}

/** Gives documents of an older release the values that they lack. */
export async function fillStored(payload: BasePayload, slug: string): Promise<void> {
  await fillSearch(payload, slug);
  await fillStandings(payload, slug);
}

/**
 * Gives documents the words by which they are found, where they have none yet: those of a database of version 0.1.0. Of
 * their versions only the newest are searched.
 */
async function fillSearch(payload: BasePayload, slug: string): Promise<void> {
  const { config } = payload.collections[slug] ?? {};
  const [search] = fieldsWithRole(config?.flattenedFields ?? [], 'search');
  if (!config || !search) return;
  const { name, also } = search;
  const text = (document: RawDocument) => searchText(config.flattenedFields, document, also) || ' ';
  const ofVersion = ({ version }: Version) => text(version);
  await fill(payload, config, { name, ofMain: text, ofVersion, done: 'made ready for searching' });
}

/** Gives documents their standing, where they have none yet, and their newest versions too. */
async function fillStandings(payload: BasePayload, slug: string): Promise<void> {
  const { config } = payload.collections[slug] ?? {};
  const [standing] = fieldsWithRole(config?.flattenedFields ?? [], 'standing');
  if (!config?.versions?.drafts || !standing) return;
  const { name } = standing;

  async function ofMain({ id, _status }: RawDocument): Promise<PublicationStatus> {
    if (_status === 'published') return 'live';
    const { docs } = await payload.db.findVersions({
      collection: slug as CollectionSlug,
      limit: 1,
      pagination: false,
      select: { parent: true },
      where: { parent: { equals: id }, 'version._status': { equals: 'published' } },
    });
    return docs.length > 0 ? 'withdrawn' : 'draft';
  }

  async function ofVersion({ parent, version: { _status: status } }: Version): Promise<PublicationStatus> {
    if (status === 'published') return 'live';
    const where = { id: { equals: parent } };
    const main = await payload.db.findOne<RawDocument>({ collection: slug, where });
    return statusAfter({ status, draft: true, main: main ?? undefined }, name);
  }

  await fill(payload, config, { name, ofMain, ofVersion, done: 'given their status' });
}

/** Main documents first. */
async function fill(
  payload: BasePayload,
  { slug, versions }: SanitizedCollectionConfig,
  { name, ofMain, ofVersion, done }: Stored,
): Promise<void> {
  const { db } = payload;
  const collection = slug as CollectionSlug;
  const some = { collection, limit: BATCH, pagination: false } as const;

  async function lacking(): Promise<RawDocument[]> {
    return (await db.find<RawDocument>({ ...some, where: { [name]: { exists: false } } })).docs;
  }

  async function fillOne({ updatedAt, ...document }: RawDocument): Promise<unknown> {
    // Without its time the document would count as written now.
    const data = { [name]: await ofMain(document), updatedAt };
    return db.updateOne({ collection, id: document.id, data, returning: false });
  }

  async function lackingVersions(): Promise<Version[]> {
    const where = { and: [{ latest: { equals: true } }, { [`version.${name}`]: { exists: false } }] };
    return (await db.findVersions({ ...some, where })).docs as unknown as Version[];
  }

  async function fillVersion(found: Version): Promise<unknown> {
    const { id, updatedAt } = found;
    const value = await ofVersion(found);
    const versionData = { version: { [name]: value }, updatedAt } as never;
    if (sqlDatabase(payload)) return db.updateVersion({ collection, id, versionData, returning: false });
    // MongoDB's adapter would leave nothing else of the version.
    const set = { $set: { [`version.${name}`]: value } };
    return (db as unknown as MongooseAdapter).versions[slug]?.updateOne({ _id: id }, set, {
      timestamps: false,
    });
  }

  const say = (count: number) => payload.logger.info(`${slug}: ${count} ${done}.`);
  await writeFast(payload, async () => {
    await fillAll(lacking, fillOne, say);
    if (versions?.drafts) await fillAll(lackingVersions, fillVersion, say);
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

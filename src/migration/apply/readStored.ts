import type { BasePayload, FlattenedField, Where } from 'payload';
import type { RawDocument } from '../../../collections/portal/portal.ts';
import { kindOf, MEDIA, portalOf, settingsGroup, slugOfKind } from '../../../collections/portal/portal.ts';
import { roleOf } from '../../../collections/portal/roles.ts';
import type { Kind } from '../../../endpoints/lists/index.ts';
import { documentMapping } from '../../changes/storedDocument.ts';
import { COUNTERS, LINK_RANK_COUNTER } from '../../database/counter.ts';
import { newestVersion, newestVersions, type Version } from '../../payload/versions.ts';
import type {
  ElementName,
  FieldShape,
  Id,
  ImportedDocument,
  KindShape,
  StoredContent,
  StoredState,
} from '../plan/stored.ts';
import { configOf, fieldsOf, hasDrafts } from './collections.ts';
import { type LedgerEntries, readLedger } from './ledger.ts';

/** Reads what is here, each list at once: what tells its documents, and what earlier imports have noted. */
export async function readStored(payload: BasePayload, kinds: readonly Kind[]): Promise<StoredState> {
  const notes = await readLedger(payload);
  const settings = (await payload.findGlobal({ slug: 'portal-settings' as never, depth: 0 })) as Data;
  const here: StoredState = {
    shapes: Object.fromEntries(kinds.map((kind) => [kind, shapeOf(payload, kind)])),
    documents: [],
    named: {},
    findings: notes.findings,
    settings: settingsByName(kinds, settings),
    topRank: await highestRank(payload),
    ...(await readImages(payload)),
  };
  for (const kind of kinds) {
    const rows = await readRows(payload, kind);
    const named = namedBy(payload, kind, rows);
    here.named[kind] = named;
    here.documents.push(...imported(payload, kind, rows, { ...notes, named }));
  }
  const known = new Set(here.documents.map(({ key }) => key));
  for (const [key, entry] of notes.entries) {
    const kind = key.slice(0, key.indexOf(':'));
    if (!kinds.includes(kind) || known.has(key)) continue;
    const nothing = { id: undefined, trashed: false, position: null, published: false };
    here.documents.push({ kind, key, listed: entry.listed, base: entry, ...nothing });
  }
  return here;
}

type Data = Record<string, unknown>;

const ALL = { joins: false, limit: 0, pagination: false } as const;

function shapeOf(payload: BasePayload, kind: Kind): KindShape {
  const portal = portalOf(payload.config);
  const shape = (field: FlattenedField): FieldShape => {
    const { name } = field;
    const role = roleOf(field);
    if ('relationTo' in field) {
      const to = kindOf(portal, String([field.relationTo].flat()[0]));
      return { name, to, isImage: to === MEDIA };
    }
    if (role?.role === 'ranked') return { name, rankedBy: role.by };
    if (role?.role === 'kept' && role.until !== undefined) return { name, pairedWith: role.until };
    return role?.role === 'modified' ? { name, isModified: true } : { name };
  };
  const fields = fieldsOf(payload, kind);
  return {
    fields: new Map(fields.map((field) => [field.name, shape(field)])),
    hasDrafts: hasDrafts(payload, kind),
    hasListed: fields.some(({ name }) => name === 'listed'),
  };
}

/** Of every document of a kind, the trash among them, what tells it from others and where it stands. */
async function readRows(payload: BasePayload, kind: Kind): Promise<RawDocument[]> {
  const fields = new Set(fieldsOf(payload, kind).map(({ name }) => name));
  const names = ['api_id', 'source_key', 'position', 'listed', '_status', 'deletedAt', 'slug', 'title'];
  const select = Object.fromEntries(
    names.filter((name) => fields.has(name)).map((name) => [name, true as const]),
  );
  return (await payload.db.find<RawDocument>({ collection: slugOfKind(payload, kind), select, ...ALL })).docs;
}

function namedBy(payload: BasePayload, kind: Kind, rows: RawDocument[]): Map<string, ElementName> {
  const { toStored } = documentMapping(fieldsOf(payload, kind), payload.config);
  return new Map(
    rows.map((row) => {
      const { api_id, slug, title } = toStored(row);
      return [String(row.id), { api_id, slug, title }];
    }),
  );
}

function imported(
  payload: BasePayload,
  kind: Kind,
  rows: RawDocument[],
  { entries, named }: LedgerEntries & { named: ReadonlyMap<string, ElementName> },
): ImportedDocument[] {
  const canBeDraft = hasDrafts(payload, kind);
  return rows
    .filter(({ source_key }) => typeof source_key === 'string')
    .map((row) => {
      const key = String(row.source_key);
      const base = entries.get(key);
      return {
        kind,
        key,
        id: row.id,
        trashed: Boolean(row.deletedAt),
        listed: base?.listed ?? row.listed !== false,
        base,
        name: named.get(String(row.id)),
        position: typeof row.position === 'number' ? row.position : null,
        published: !canBeDraft || row._status === 'published',
      };
    });
}

/** Addresses of all images; of several that have the same, the oldest counts. */
export async function readImages(payload: BasePayload): Promise<Pick<StoredState, 'addresses' | 'images'>> {
  const { isOwn } = portalOf(payload.config).media;
  const { trash } = configOf(payload, MEDIA);
  const select = {
    filename: true as const,
    ...(isOwn && { legacy_url: true as const }),
    ...(trash && { deletedAt: true as const }),
  };
  const collection = slugOfKind(payload, MEDIA);
  const { docs } = await payload.db.find<RawDocument>({ collection, select, sort: '-id', ...ALL });
  const images = new Map<string, Id>();
  const addresses = new Map<string, string>();
  for (const { id, legacy_url, filename, deletedAt } of docs) {
    addresses.set(String(id), String(legacy_url || filename || ''));
    if (typeof legacy_url === 'string' && !deletedAt) images.set(legacy_url, id);
  }
  return { images, addresses };
}

function settingsByName(kinds: readonly Kind[], stored: Data): Record<string, unknown> {
  const ofLists = kinds.flatMap((kind) => {
    const group = (stored[settingsGroup(kind)] ?? {}) as Data;
    return ['ordering', 'elementPerLink', 'records'].map((name) => [`${kind} ${name}`, group[name]] as const);
  });
  const { collation, emptyFirst, otherCollation, ownImages = false } = stored;
  return { collation, emptyFirst, otherCollation, ownImages, ...Object.fromEntries(ofLists) };
}

async function highestRank(payload: BasePayload): Promise<number> {
  const where = { key: { equals: LINK_RANK_COUNTER } };
  const row = await payload.db.findOne<{ id: string; value: number }>({
    collection: COUNTERS,
    where,
  });
  return row?.value ?? 0;
}

/** So many documents are read at once. */
const BATCH = 200;

/** Reads what documents say: their published state, or what was last published, and their newest version. */
export async function readContents(
  payload: BasePayload,
  documents: readonly ImportedDocument[],
): Promise<void> {
  for (const kind of new Set(documents.map((each) => each.kind))) {
    const ofKind = documents.filter((each) => each.kind === kind);
    for (let from = 0; from < ofKind.length; from += BATCH) {
      const batch = ofKind.slice(from, from + BATCH);
      const ids = batch.flatMap(({ id }) => id ?? []);
      const found = await readBatch(payload, kind, ids);
      for (const document of batch) {
        const content = found.get(String(document.id));
        if (content) document.content = content;
      }
    }
  }
}

/** By Payload's id, as a text. */
async function readBatch(payload: BasePayload, kind: Kind, ids: Id[]): Promise<Map<string, StoredContent>> {
  const collection = slugOfKind(payload, kind);
  const { select: served, toStored } = documentMapping(fieldsOf(payload, kind), payload.config);
  const canBeDraft = hasDrafts(payload, kind);
  const select = { ...served, updatedAt: true as const, ...(canBeDraft && { _status: true as const }) };
  const where: Where = { id: { in: ids } };
  const { docs } = await payload.db.find<RawDocument>({ collection, select, where, ...ALL });
  // Without a selection: Payload's for SQL databases leaves fields out beside rows.
  const newest = canBeDraft ? await newestVersions({ payload }, collection, ids) : new Map<string, Version>();
  const contentOf = (main: RawDocument): StoredContent => {
    const { id } = main;
    const shown = toStored(main);
    if (!canBeDraft) {
      const latest = { ...shown, _status: 'published' };
      return { shown, isPublished: true, latest, stamp: String(main.updatedAt) };
    }
    const found = newest.get(String(id));
    const latest = found && { ...toStored({ ...found.version, id }), _status: found.version._status };
    return { shown, isPublished: main._status === 'published', latest, stamp: stampOf(found) };
  };
  return new Map(docs.map((main) => [String(main.id), contentOf(main)]));
}

const stampOf = (version: Pick<Version, 'id' | 'updatedAt'> | undefined) =>
  version ? `${version.id} ${version.updatedAt}` : '';

/** What `StoredContent.stamp` is by now; undefined for a document that is gone. */
export async function stampNow(payload: BasePayload, kind: Kind, id: Id): Promise<string | undefined> {
  const collection = slugOfKind(payload, kind);
  if (hasDrafts(payload, kind)) {
    const isNewest = { latest: { equals: true } };
    return stampOf(await newestVersion({ payload }, collection, id, { where: [isNewest], fields: [] }));
  }
  const where = { id: { equals: id } };
  const select = { updatedAt: true as const };
  const found = await payload.db.findOne<RawDocument>({ collection, joins: false, select, where });
  return found ? String(found.updatedAt) : undefined;
}

import type { BasePayload, FlattenedField } from 'payload';
import { kindOf, MEDIA, portalOf } from '../../../collections/portal/portal.ts';
import type { RawDocument } from '../../../collections/portal/RawDocument.ts';
import { roleOf } from '../../../collections/portal/roles.ts';
import { settingsGroup } from '../../../collections/portal/settingsGroup.ts';
import type { Kind } from '../../../endpoints/lists/index.ts';
import { LINK_RANK_COUNTER } from '../../database/counter.ts';
import { documentMapping } from '../../documents/storedDocument.ts';
import type { FieldShape, Here, HereContent, HereDocument, Id, KindShape, Named } from '../plan/index.ts';
import { configOf, fieldsOf, hasDrafts, slugOfKind } from './collections.ts';
import { type Notes, readLedger } from './ledger.ts';

/** Reads what is here, each list at once: what tells its documents, and what earlier imports have noted. */
export async function readHere(payload: BasePayload, kinds: readonly Kind[]): Promise<Here> {
  const notes = await readLedger(payload);
  const settings = (await payload.findGlobal({ slug: 'portal-settings' as never, depth: 0 })) as Data;
  const here: Here = {
    shapes: Object.fromEntries(kinds.map((kind) => [kind, shapeOf(payload, kind)])),
    documents: [],
    named: {},
    contents: new Map<string, HereContent>(),
    findings: notes.findings,
    settings: settingsByName(kinds, settings),
    topRank: await highestRank(payload),
    ...(await readImages(payload)),
  };
  for (const kind of kinds) {
    const rows = await readRows(payload, kind);
    here.named[kind] = namedBy(payload, kind, rows);
    here.documents.push(...imported(payload, kind, rows, notes));
  }
  const known = new Set(here.documents.map(({ key }) => key));
  for (const [key, entry] of notes.entries) {
    const kind = key.slice(0, key.indexOf(':'));
    if (!kinds.includes(kind) || known.has(key)) continue;
    const nothing = { id: undefined, trashed: false, position: null, published: false };
    here.documents.push({ kind, key, listed: entry.listed, entry, ...nothing });
  }
  return here;
}

type Data = Record<string, unknown>;

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
    if (role?.role === 'kept' && role.until !== undefined) return { name, goesWith: role.until };
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
  const all = { joins: false, limit: 0, pagination: false } as const;
  return (await payload.db.find<RawDocument>({ collection: slugOfKind(payload, kind), select, ...all })).docs;
}

function namedBy(payload: BasePayload, kind: Kind, rows: RawDocument[]): Map<string, Named> {
  const { toStored } = documentMapping(fieldsOf(payload, kind), payload.config);
  return new Map(
    rows.map((row) => {
      const { api_id, slug, title } = toStored(row);
      return [String(row.id), { api_id, slug, title }];
    }),
  );
}

function imported(payload: BasePayload, kind: Kind, rows: RawDocument[], { entries }: Notes): HereDocument[] {
  const canBeDraft = hasDrafts(payload, kind);
  return rows
    .filter(({ source_key }) => typeof source_key === 'string')
    .map((row) => {
      const key = String(row.source_key);
      const entry = entries.get(key);
      return {
        kind,
        key,
        id: row.id,
        trashed: Boolean(row.deletedAt),
        listed: entry?.listed ?? row.listed !== false,
        entry,
        position: typeof row.position === 'number' ? row.position : null,
        published: !canBeDraft || row._status === 'published',
      };
    });
}

/** Addresses of all images; of several that have the same, the oldest counts. */
export async function readImages(payload: BasePayload): Promise<Pick<Here, 'addresses' | 'images'>> {
  const { isOwn } = portalOf(payload.config).media;
  const { trash } = configOf(payload, MEDIA);
  const select = {
    filename: true as const,
    ...(isOwn && { legacy_url: true as const }),
    ...(trash && { deletedAt: true as const }),
  };
  const all = { joins: false, limit: 0, pagination: false, sort: '-id' } as const;
  const collection = slugOfKind(payload, MEDIA);
  const { docs } = await payload.db.find<RawDocument>({ collection, select, ...all });
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
    collection: 'portal-counters',
    where,
  });
  return row?.value ?? 0;
}

import type { BasePayload, Where } from 'payload';
import type { RawDocument } from '../../../collections/portal/RawDocument.ts';
import { idOf } from '../../../collections/portal/references.ts';
import type { Kind } from '../../../endpoints/lists/index.ts';
import { documentMapping } from '../../documents/storedDocument.ts';
import type { HereContent, HereDocument, Id } from '../plan/index.ts';
import { fieldsOf, hasDrafts, slugOfKind } from './collections.ts';

/** So many documents are read at once. */
const BATCH = 200;

const ALL = { joins: false, limit: 0, pagination: false } as const;

/** Reads documents whole, by key: their published state, or what was last published, and their newest version. */
export async function contentsOf(
  payload: BasePayload,
  documents: readonly HereDocument[],
): Promise<Map<string, HereContent>> {
  const contents = new Map<string, HereContent>();
  const open = documents.length > 0 ? await openInForms(payload) : new Set();
  for (const kind of new Set(documents.map((each) => each.kind))) {
    const ofKind = documents.filter((each) => each.kind === kind);
    for (let from = 0; from < ofKind.length; from += BATCH) {
      const batch = ofKind.slice(from, from + BATCH);
      const found = await readBatch(
        payload,
        kind,
        batch.flatMap(({ id }) => id ?? []),
      );
      for (const { key, id } of batch) {
        const content = found.get(String(id));
        const isOpen = open.has(`${slugOfKind(payload, kind)} ${id}`);
        if (content) contents.set(key, { ...content, isOpen });
      }
    }
  }
  return contents;
}

interface Lock {
  id: Id;
  document?: { relationTo: string; value: unknown };
  updatedAt: string;
}

/** Seconds after which Payload lets others in, where a collection does not say. */
const LOCKED = 300;

/** What somebody has open in a form, as `collection id`. */
export async function openInForms(payload: BasePayload): Promise<Set<string>> {
  const collection = 'payload-locked-documents';
  if (!payload.collections[collection]) return new Set();
  const { docs } = await payload.db.find<Lock>({ collection, ...ALL });
  const isLocked = ({ document, updatedAt }: Lock) => {
    const { lockDocuments } = payload.collections[document?.relationTo ?? '']?.config ?? {};
    const { duration } = typeof lockDocuments === 'object' ? lockDocuments : { duration: LOCKED };
    return document !== undefined && Date.now() - Date.parse(updatedAt) < duration * 1000;
  };
  return new Set(
    docs.filter(isLocked).map(({ document }) => `${document?.relationTo} ${idOf(document?.value)}`),
  );
}

/** By Payload's id, as a text. */
async function readBatch(payload: BasePayload, kind: Kind, ids: Id[]): Promise<Map<string, HereContent>> {
  const collection = slugOfKind(payload, kind);
  const { select: served, toStored } = documentMapping(fieldsOf(payload, kind), payload.config);
  const canBeDraft = hasDrafts(payload, kind);
  const select = { ...served, updatedAt: true as const, ...(canBeDraft && { _status: true as const }) };
  const where: Where = { id: { in: ids } };
  const { docs } = await payload.db.find<RawDocument>({ collection, select, where, ...ALL });
  const newest = await newestVersions(payload, kind, ids);
  const contentOf = (main: RawDocument): HereContent => {
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

interface Version {
  id: Id;
  parent: Id;
  version: RawDocument;
  updatedAt: string;
}

const stampOf = (version: Pick<Version, 'id' | 'updatedAt'> | undefined) =>
  version ? `${version.id} ${version.updatedAt}` : '';

/** The newest versions of documents, by their ids as texts; none where there are no drafts. */
async function newestVersions(payload: BasePayload, kind: Kind, ids: Id[]): Promise<Map<string, Version>> {
  if (!hasDrafts(payload, kind)) return new Map();
  // Without a selection: Payload's for SQL databases leaves fields out beside rows.
  const { docs } = await payload.db.findVersions<RawDocument>({
    collection: slugOfKind(payload, kind),
    where: { and: [{ parent: { in: ids } }, { latest: { equals: true } }] },
    sort: 'updatedAt',
    ...ALL,
  });
  return new Map((docs as unknown as Version[]).map((each) => [String(each.parent), each]));
}

/** What `HereContent.stamp` is by now; undefined for a document that is gone. */
export async function stampNow(payload: BasePayload, kind: Kind, id: Id): Promise<string | undefined> {
  const collection = slugOfKind(payload, kind);
  if (!hasDrafts(payload, kind)) {
    const where = { id: { equals: id } };
    const select = { updatedAt: true as const };
    const found = await payload.db.findOne<RawDocument>({ collection, joins: false, select, where });
    return found ? String(found.updatedAt) : undefined;
  }
  const { docs } = await payload.db.findVersions<RawDocument>({
    collection,
    where: { and: [{ parent: { equals: id } }, { latest: { equals: true } }] },
    select: { updatedAt: true },
    sort: '-updatedAt',
    limit: 1,
    pagination: false,
  });
  return stampOf(docs[0] as unknown as Version | undefined);
}

import { getTranslation } from '@payloadcms/translations';
import type {
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  FlattenedField,
  PayloadRequest,
  SanitizedCollectionConfig,
  Where,
} from 'payload';
import { bilingual, shortened, titleOf, translate } from '../../src/payload/i18n/bilingual.ts';
import { formatTime } from '../../src/payload/i18n/zonedTime.ts';
import { Refusal } from '../../src/payload/rest.ts';
import { isOwnRight, may } from '../policies/may.ts';
import { localizer } from '../portal/locale.ts';
import { isFile } from '../portal/mediaTypes.ts';
import {
  editorKeyOf,
  isPublished,
  MEDIA,
  portalOf,
  publishedWhere,
  type RawDocument,
  slugOfKind,
  standsPublished,
} from '../portal/portal.ts';
import { idOf, referencesOf, usingWhere } from '../portal/references.ts';
import { fieldsWithRole, roleOf } from '../portal/roles.ts';
import { milliseconds } from '../values/timestamps.ts';
import { fieldErrors } from './fieldErrors.ts';
import { inUse, NO_DATE, NO_IMAGE, NOT_PUBLISHED, OF_OTHERS, TOO_MANY_DIGITS } from './messages.ts';
import { readMainDocument, readSaveType, saveContextOf } from './saveContext.ts';

type Id = number | string;
type Data = Record<string, unknown>;

const EARLIEST = Date.parse('0000-01-01T00:00:00Z');
const END = Date.parse('+010000-01-01T00:00:00Z');

/**
 * Refuses invalid dates and years of other than four digits, and integers whose digits SQLite does not keep. Payload does not validate drafts, so it would store
 * them, and every query that finds the document would fail.
 *
 * @throws ValidationError at the fields
 */
export function refuseUnstorable(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  data: Data,
): void {
  const { flattenedFields } = collection;
  const dates = flattenedFields.filter((field) => {
    const value = data[field.name] ?? undefined;
    const isChecked = field.type === 'date' && (field.name === 'deletedAt' || roleOf(field));
    if (!isChecked || value === undefined) return false;
    const time = milliseconds(value);
    return !(time >= EARLIEST && time < END);
  });
  const problems = [
    ...dates.map(({ name }) => ({ field: name, message: NO_DATE })),
    ...hugeNumbers(flattenedFields, data).map((field) => ({ field, message: TOO_MANY_DIGITS })),
  ];
  if (problems.length > 0) throw fieldErrors(req, collection, problems);
}

/** Paths of integers beyond 2^53, in rows too. */
function hugeNumbers(fields: readonly FlattenedField[], data: Data): string[] {
  const isHuge = (value: unknown) => Number.isInteger(value) && !Number.isSafeInteger(value);
  const own = fieldsWithRole(fields, 'number').filter(({ name }) => isHuge(data?.[name]));
  const ofRows = fieldsWithRole(fields, 'rows').flatMap(({ name, field }) => {
    const columns = 'flattenedFields' in field ? field.flattenedFields : [];
    const rows = (Array.isArray(data[name]) ? data[name] : []) as Data[];
    return rows.flatMap((row, at) => hugeNumbers(columns, row).map((column) => `${name}.${at}.${column}`));
  });
  return [...own.map(({ name }) => name), ...ofRows];
}

/**
 * Lets authors trash only their own drafts. Payload applies the access rule to the newest version and, if that does not match,
 * to the main document, which may be older.
 */
export async function refuseOthersDraft(
  req: PayloadRequest,
  { access, slug }: SanitizedCollectionConfig,
  id: Id,
): Promise<void> {
  // A host's own access rules are not changed.
  if (!isOwnRight(access.delete) || !req.user || (await may.trash(req, { isSole: false }))) return;
  const where: Where = { and: [{ parent: { equals: id } }, { latest: { equals: true } }] };
  const { docs } = await req.payload.db.findVersions<Data>({ collection: slug, limit: 1, req, where });
  const isSole = docs[0]?.version.sole_editor === editorKeyOf(req);
  if (await may.trash(req, { isSole })) return;
  throw new Refusal(req, OF_OTHERS, 403);
}

/**
 * Refuses to publish a document while an embedded document is not published.
 *
 * @throws ValidationError at the field
 */
export async function requireReferences(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  data: Record<string, unknown>,
): Promise<void> {
  for (const { name, to } of referencesOf(collection)) {
    const id = idOf(data[name]);
    if (id === undefined || (await standsPublished(req, to, id))) continue;
    throw fieldErrors(req, collection, [{ field: name, message: NOT_PUBLISHED }]);
  }
}

/**
 * Refuses a file that is no image where an image is shown, in drafts too. What is stored already is accepted.
 *
 * @param stored states of the document
 * @throws ValidationError at the fields
 */
export async function requireImages(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  data: Data,
  stored: (Data | undefined)[],
): Promise<void> {
  const slug = slugOfKind(req.payload, MEDIA);
  const problems = [];
  for (const { name, to } of referencesOf(collection)) {
    const id = idOf(data[name]);
    if (to !== slug || id === undefined || stored.some((each) => idOf(each?.[name]) === id)) continue;
    if (await isFileOfMedia(req, id)) problems.push({ field: name, message: NO_IMAGE });
  }
  if (problems.length > 0) throw fieldErrors(req, collection, problems);
}

/** True if there is a media document with that id, and its file is no image. */
export async function isFileOfMedia(req: PayloadRequest, id: Id): Promise<boolean> {
  const collection = slugOfKind(req.payload, MEDIA);
  const where = { id: { equals: id } };
  const select = { mimeType: true } as const;
  const found = await req.payload.db.findOne<{ id: Id; mimeType?: unknown }>({
    collection,
    req,
    select,
    where,
  });
  return found !== null && found !== undefined && isFile(found);
}

/**
 * Refuses to remove a document that a published document, or one planned for publication, embeds. It runs before anything is
 * written, so it works without transactions.
 *
 * @throws Refusal that names the documents that use it
 */
export async function refuseWhileUsed(req: PayloadRequest, collection: string, id: Id): Promise<void> {
  const { total, named } = await usersOf(req, collection, id);
  if (total === 0) return;
  const users = named.join(', ') + (total > named.length ? ` … (${total})` : '');
  throw new Refusal(req, inUse(users), 409);
}

const NAMED_AT_MOST = 5;

/** Whether a published document needs a document, or one that is planned for publication. */
export const isUsed = async (req: PayloadRequest, collection: string, id: Id): Promise<boolean> =>
  (await usersOf(req, collection, id)).total > 0;

/** The documents that cannot do without a document and are published or planned for publication: their number, and a few names. */
async function usersOf(req: PayloadRequest, slug: string, id: Id) {
  const { config, db } = req.payload;
  const used = { slug, id, isMedia: slug === slugOfKind(req.payload, MEDIA) };
  const named: string[] = [];
  let total = 0;
  for (const user of config.collections) {
    const using = usingWhere(user, used);
    if (!using) continue;
    const planned = await plannedUsers(req, user, usingWhere(user, used, 'version.'));
    const found = await db.find<Data>({
      collection: user.slug,
      req,
      limit: NAMED_AT_MOST,
      // Without pagination, MongoDB's adapter does not count beyond the limit.
      pagination: true,
      where: { and: [using, { id: { not_in: planned.ids } }, ...publishedWhere(user)] },
    });
    total += found.totalDocs + planned.ids.length;
    named.push(...found.docs.map((doc) => nameOf(req, user, doc)), ...planned.named);
  }
  return { total, named: named.slice(0, NAMED_AT_MOST) };
}

/** Documents whose newest version needs it and is planned for publication. */
async function plannedUsers(
  req: PayloadRequest,
  user: SanitizedCollectionConfig,
  using: Where = {},
): Promise<{ ids: Id[]; named: string[] }> {
  const { config, db } = req.payload;
  const portal = portalOf(config);
  const planned = await portal.plannedToPublish(req, user.slug);
  if (planned.length === 0) return { ids: [], named: [] };
  const { docs } = await db.findVersions<Data>({
    collection: user.slug,
    limit: 0,
    pagination: false,
    req,
    where: { and: [{ latest: { equals: true } }, using] },
  });
  const { language } = req.i18n;
  const users = docs.flatMap(({ parent, version }) => {
    const plan = planned.find(({ document }) => document === String(parent));
    if (!plan) return [];
    const time = formatTime(plan.at, { timeZone: portal.timeZone, language });
    const when = translate(bilingual(`προγραμματισμένο για ${time}`, `scheduled for ${time}`), language);
    return [{ id: parent as Id, words: `${nameOf(req, user, version)}, ${when}` }];
  });
  return { ids: users.map((each) => each.id), named: users.map(({ words }) => words) };
}

/** A document's label and title. @param doc as the database has it */
function nameOf({ i18n, payload }: PayloadRequest, user: SanitizedCollectionConfig, doc: Data): string {
  const { admin, flattenedFields, labels } = user;
  const title = titleOf(admin, localizer(flattenedFields, payload.config)(doc as RawDocument));
  return `${getTranslation(labels.singular, i18n)} ${title ? `«${shortened(title)}»` : doc.api_id}`;
}

export const refuseDeletionWhileUsed: CollectionBeforeDeleteHook = ({ collection, id, req }) =>
  refuseWhileUsed(req, collection.slug, id);

/** For a host's own collection, which has no other save hook that would notice that a document leaves what is published. */
export const refuseUnpublishingWhileUsed: CollectionBeforeChangeHook = async (change) => {
  const { collection, data, operation, originalDoc, req } = change;
  const id = operation === 'update' ? originalDoc.id : undefined;
  const { draft } = readSaveType(req, collection.slug, data, id);
  if (id === undefined) return data;
  saveContextOf(req, collection.slug, id).draft = draft;
  if (draft || isPublished(collection, data)) return data;
  const main = await readMainDocument(req, collection.slug, id);
  if (main && isPublished(collection, main)) await refuseWhileUsed(req, collection.slug, id);
  return data;
};

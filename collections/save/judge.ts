import type {
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  PayloadRequest,
  SanitizedCollectionConfig,
  Where,
} from 'payload';
import type { Bilingual } from '../../src/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest/Refusal.ts';
import { isOwnRight } from '../portal/ownRight.ts';
import { portalOf } from '../portal/portal.ts';
import { standsPublished } from '../portal/published.ts';
import { idOf, referencesOf } from '../portal/references.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { milliseconds } from '../values/timestamps.ts';
import { editorKeyOf } from './editor.ts';
import { fieldErrors } from './fieldErrors.ts';
import { inUse, NO_DATE, NOT_PUBLISHED, OF_OTHERS, TOO_MANY_DIGITS } from './messages.ts';
import { usersOf } from './usedBy.ts';

type Id = number | string;
type Data = Record<string, unknown>;

/** Payload validates no drafts, and fails over them when it reads them. */
export function refuseNoDates(req: PayloadRequest, collection: SanitizedCollectionConfig, data: Data): void {
  const wrong = fieldsWithRole(collection.flattenedFields, 'date').filter(({ name }) => {
    const value = data[name] ?? undefined;
    return value !== undefined && Number.isNaN(milliseconds(value));
  });
  refuse(
    req,
    collection,
    wrong.map(({ name }) => name),
    NO_DATE,
  );
}

/** SQLite would store them, also in drafts, and then fail over every query that finds them. */
export function refuseHugeNumbers(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  data: Data,
): void {
  const { flattenedFields } = collection;
  const ofRows = fieldsWithRole(flattenedFields, 'rows').flatMap(({ name, field }) => {
    const columns = fieldsWithRole('flattenedFields' in field ? field.flattenedFields : [], 'number');
    const rows = (Array.isArray(data[name]) ? data[name] : []) as Data[];
    return rows.flatMap((row, index) =>
      columns.map((each) => [`${name}.${index}.${each.name}`, row?.[each.name]]),
    );
  });
  const numbers = fieldsWithRole(flattenedFields, 'number').map(({ name }) => [name, data[name]]);
  const huge = [...numbers, ...ofRows].filter(
    ([, value]) => Number.isInteger(value) && !Number.isSafeInteger(value),
  );
  refuse(
    req,
    collection,
    huge.map(([field]) => String(field)),
    TOO_MANY_DIGITS,
  );
}

/** @throws ValidationError at these fields, if there are any */
function refuse(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  fields: string[],
  message: Bilingual,
): void {
  if (fields.length === 0) return;
  throw fieldErrors(
    req,
    collection,
    fields.map((field) => ({ field, message })),
  );
}

/**
 * Whoever publishes nothing throws away drafts of their own alone. Payload asks for rights to the newest version, and where there are
 * none, for rights to the document that was written before it.
 */
export async function refuseOthersDraft(
  req: PayloadRequest,
  { access, slug }: SanitizedCollectionConfig,
  id: Id,
): Promise<void> {
  const { isEditor } = portalOf(req.payload.config).access;
  // A host's own rights are others.
  if (!isOwnRight(access.delete) || !req.user || (await isEditor({ req }))) return;
  const where: Where = { and: [{ parent: { equals: id } }, { latest: { equals: true } }] };
  const { docs } = await req.payload.db.findVersions<Data>({ collection: slug, limit: 1, req, where });
  if (docs[0]?.version.sole_editor === editorKeyOf(req)) return;
  throw new Refusal(req, OF_OTHERS, 403);
}

/**
 * Refuses to publish a document while something that its element embeds is not published itself.
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
 * Refuses to take away what a published document needs, or one that is planned to be. Called before anything is written, so
 * it holds without transactions too.
 *
 * @throws Refusal that names who needs it
 */
export async function refuseWhileUsed(req: PayloadRequest, collection: string, id: Id): Promise<void> {
  const { total, named } = await usersOf(req, collection, id);
  if (total === 0) return;
  const users = named.join(', ') + (total > named.length ? ` … (${total})` : '');
  throw new Refusal(req, inUse(users), 409);
}

export const refuseDeletionWhileUsed: CollectionBeforeDeleteHook = ({ collection, id, req }) =>
  refuseWhileUsed(req, collection.slug, id);

/** For a host's own collection, where no other hook of ours sees that it is an update that moves into the trash. */
export const refuseTrashingWhileUsed: CollectionBeforeChangeHook = async (change) => {
  const { collection, data, originalDoc, req } = change;
  if (collection.trash && originalDoc?.id !== undefined && data.deletedAt && !originalDoc.deletedAt) {
    await refuseWhileUsed(req, collection.slug, originalDoc.id);
  }
  return data;
};

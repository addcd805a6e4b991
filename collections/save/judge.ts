import type {
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  FlattenedField,
  PayloadRequest,
  SanitizedCollectionConfig,
  Where,
} from 'payload';
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

/**
 * Refuses what Payload would store, since it validates no drafts, and what then fails every query that finds it: dates that are
 * none, and whole numbers of which SQLite keeps not all digits.
 *
 * @throws ValidationError at the fields
 */
export function refuseUnstorable(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  data: Data,
): void {
  const { flattenedFields } = collection;
  const dates = fieldsWithRole(flattenedFields, 'date').filter(({ name }) => {
    const value = data[name] ?? undefined;
    return value !== undefined && Number.isNaN(milliseconds(value));
  });
  const problems = [
    ...dates.map(({ name }) => ({ field: name, message: NO_DATE })),
    ...hugeNumbers(flattenedFields, data).map((field) => ({ field, message: TOO_MANY_DIGITS })),
  ];
  if (problems.length > 0) throw fieldErrors(req, collection, problems);
}

/** Paths of whole numbers beyond 2^53, those of rows too. */
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
 * Authors throw away drafts of their own alone. Payload asks for rights to the newest version, and where there are none, to the
 * document that was written before it.
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

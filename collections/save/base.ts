import type {
  CollectionBeforeOperationHook,
  PayloadRequest,
  SanitizedCollectionConfig,
  Where,
} from 'payload';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest.ts';
import { may } from '../policies/may.ts';
import { editorOf } from '../portal/portal.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { BASE_HEADER, FORM_HEADER, type Newest } from './headers.ts';
import { saveContextOf } from './saveContext.ts';

type Id = number | string;
type Data = Record<string, unknown>;
type Collection = Pick<SanitizedCollectionConfig, 'flattenedFields' | 'slug' | 'versions'>;

const BASE = /^([^=\s]{1,100})=(\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d))$/;
const FORM = /^([\w-]{8,64});([1-9]\d{0,9})$/;

const MALFORMED = bilingual(
  `Οι κεφαλίδες ${BASE_HEADER} («id=updatedAt») και ${FORM_HEADER} («id;αριθμός») δεν έχουν τη σωστή μορφή.`,
  `The headers ${BASE_HEADER} ("id=updatedAt") and ${FORM_HEADER} ("id;number") are malformed.`,
);
const LATE = bilingual(
  'Δεν έγινε, γιατί η ίδια φόρμα έχει ήδη αποθηκεύσει κάτι νεότερο.',
  'Not done, since the same form has saved something newer already.',
);

interface Sender {
  form: string;
  /** The number of this save. */
  save: number;
}

/** What a request says of itself. @throws Refusal if its headers are malformed */
function headersOf(req: PayloadRequest): { bases: Map<string, number>; sender: Sender | undefined } {
  const given = req.headers?.get(BASE_HEADER);
  const bases = new Map<string, number>();
  for (const each of given ? given.split(',') : []) {
    const [, id, time] = BASE.exec(each.trim()) ?? [];
    const at = Date.parse(time ?? '');
    if (id === undefined || Number.isNaN(at)) throw new Refusal(req, MALFORMED, 400);
    bases.set(decoded(req, id), at);
  }
  const form = req.headers?.get(FORM_HEADER);
  const [, id, save] = form ? (FORM.exec(form) ?? []) : [];
  if (form && id === undefined) throw new Refusal(req, MALFORMED, 400);
  return { bases, sender: id === undefined ? undefined : { form: id, save: Number(save) } };
}

/** Ids of a host may have any characters; in the header they are encoded like parts of an address. */
function decoded(req: PayloadRequest, id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new Refusal(req, MALFORMED, 400);
  }
}

/**
 * Refuses a save of a document that somebody else has saved since the state that the request is based on. It is
 * called before anything is written, and again with the write where the database does not refuse one of two transactions that
 * write the same document ({@link ./writes.ts}).
 *
 * - A request that says no base is never refused.
 * - The earlier saves of the same form never refuse a later one, so an answer that was lost does no harm.
 * - A save of a form that arrives after a later save of that form is refused.
 *
 * @throws Refusal 409 with `data.newest`
 */
export async function refuseOutdated(req: PayloadRequest, collection: Collection, id: Id): Promise<void> {
  saveContextOf(req, collection.slug, id).judgedIn = await transactionOf(req);
  const newer = await newerThanBase(req, collection, id);
  if (!newer) return;
  throw new Refusal(req, newer.isLate ? LATE : outdated(newer.newest), 409, newer);
}

/** {@link refuseOutdated} for one document, before a file of the request is read. `beforeSave` does it for the others. */
export const refuseOutdatedFirst: CollectionBeforeOperationHook = async ({
  args,
  collection,
  operation,
  overrideAccess,
  req,
}) => {
  const { id } = args as { id?: Id };
  if (operation !== 'update' || id === undefined || overrideAccess || !req.user) return;
  // Others are refused by the access control, and learn nothing of the document.
  if (await may.read(req)) await refuseOutdated(req, collection, id);
};

/** True if the save of a document has been judged: once for all its writes, and anew if it is repeated. */
export async function isJudged(
  req: PayloadRequest,
  { slug }: Pick<Collection, 'slug'>,
  id: Id,
): Promise<boolean> {
  return saveContextOf(req, slug, id).judgedIn === (await transactionOf(req));
}

/** The id of the request's transaction; '' without one. */
export async function transactionOf({ transactionID }: Partial<PayloadRequest>): Promise<string> {
  return String((await transactionID) ?? '');
}

/**
 * The newest state of a document, if the request is not based on it and somebody else has made it. `isLate`: the same form
 * has made it, with a later save.
 */
export async function newerThanBase(
  req: PayloadRequest,
  collection: Collection,
  id: Id,
): Promise<{ newest: Newest; isLate: boolean } | undefined> {
  // A host's hook may save documents of other collections in the same request.
  if (req.routeParams?.collection !== collection.slug) return undefined;
  const { bases, sender } = headersOf(req);
  const base = bases.get(String(id));
  if (base === undefined) return undefined;
  const found = await newestOf(req, collection, id);
  if (!found || Date.parse(found.newest.updatedAt) === base) return undefined;
  const { mark, newest } = found;
  const isLate = sender !== undefined && mark?.form === sender.form;
  if (isLate && sender.save > mark.save) return undefined;
  return { newest, isLate };
}

async function newestOf(
  req: PayloadRequest,
  { flattenedFields, slug, versions }: Collection,
  id: Id,
): Promise<{ newest: Newest; mark: Sender | undefined } | undefined> {
  const { db } = req.payload;
  const names = [...MARKS.flatMap((role) => fieldsWithRole(flattenedFields, role).map(({ name }) => name))];
  const select = Object.fromEntries(['updatedAt', '_status', ...names].map((name) => [name, true] as const));
  const main = await db.findOne<Data & { id: Id }>({
    collection: slug,
    req,
    select,
    where: { id: { equals: id } },
  });
  if (!main) return undefined;
  const version = versions ? await newestVersion(req, slug, { id, main, select }) : undefined;
  // Like Payload: a newer version counts if it is a draft.
  const isDraft = version?.version._status === 'draft';
  const data = isDraft ? version.version : main;
  // A document that was reverted to this version has been written since.
  const isSaved = !version || isSameTime(version.version.updatedAt, data.updatedAt);
  const [by, saved] = MARKS.map((role) => {
    const [field] = fieldsWithRole(flattenedFields, role);
    return field ? ((version?.version ?? main)[field.name] as string | null | undefined) : undefined;
  });
  const [, form, save] = FORM.exec(saved ?? '') ?? [];
  const newest: Newest = {
    updatedAt: new Date(String(data.updatedAt)).toISOString(),
    by: (isSaved && by) || null,
    isOwn: isSaved && typeof by === 'string' && by === editorOf(req),
    version: version?.id ?? null,
    isDraft,
    isPublished: main._status === 'published',
  };
  return { newest, mark: form === undefined ? undefined : { form, save: Number(save) } };
}

const isSameTime = (one: unknown, other: unknown) =>
  new Date(String(one)).getTime() === new Date(String(other)).getTime();

const MARKS = ['edited_by', 'saved_by_form'] as const;

async function newestVersion(
  req: PayloadRequest,
  collection: string,
  { id, main, select }: { id: Id; main: Data; select: Record<string, true> },
) {
  const isNewest: Where = {
    or: [{ updatedAt: { greater_than: main.updatedAt } }, { latest: { equals: true } }],
  };
  const { docs } = await req.payload.db.findVersions<Data>({
    collection,
    limit: 1,
    pagination: false,
    req,
    select: { version: select } as never,
    sort: '-updatedAt',
    where: { and: [{ parent: { equals: id } }, isNewest] },
  });
  return docs[0];
}

/** The value of a version's mark: the form that makes it; null if the request names none. */
function formOf(req: PayloadRequest, { slug }: Pick<Collection, 'slug'>, id: Id | undefined): string | null {
  if (id === undefined || req.routeParams?.collection !== slug) return null;
  const { bases, sender } = headersOf(req);
  return sender && bases.has(String(id)) ? `${sender.form};${sender.save}` : null;
}

/** The mark of a version made for this request, to be merged into its data. */
export function marked(
  req: PayloadRequest,
  collection: Pick<Collection, 'flattenedFields' | 'slug'>,
  id: Id | undefined,
): Data {
  const fields = fieldsWithRole(collection.flattenedFields, 'saved_by_form');
  return Object.fromEntries(fields.map(({ name }) => [name, formOf(req, collection, id)]));
}

function outdated({ by, isOwn }: Newest) {
  if (isOwn) {
    return bilingual(
      'Δεν έγινε, γιατί στο μεταξύ το αποθηκεύσατε εσείς από άλλη καρτέλα ή συσκευή.',
      'Not done, since you have saved it in another tab or on another device in the meantime.',
    );
  }
  if (by === null) {
    return bilingual(
      'Δεν έγινε, γιατί στο μεταξύ άλλαξε, από άλλο χρήστη ή με μια προγραμματισμένη δημοσίευση.',
      'Not done, since it has changed in the meantime, by another user or a planned publication.',
    );
  }
  return bilingual(
    `Δεν έγινε, γιατί στο μεταξύ το αποθήκευσε άλλος χρήστης (${by}).`,
    `Not done, since another user (${by}) has saved it in the meantime.`,
  );
}

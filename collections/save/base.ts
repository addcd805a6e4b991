import type {
  CollectionBeforeChangeHook,
  CollectionBeforeOperationHook,
  GlobalBeforeChangeHook,
  GlobalBeforeOperationHook,
  PayloadRequest,
  SanitizedCollectionConfig,
  Where,
} from 'payload';
import { type Bilingual, bilingual } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest.ts';
import { newestVersion } from '../../src/payload/versions.ts';
import { may } from '../policies/may.ts';
import { editorKeyOf, editorOf } from '../portal/portal.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { IN_TRASH, NO_DOCUMENT } from './messages.ts';
import { saveContextOf } from './saveContext.ts';
import { ACCOUNT_HEADER, BASE_FIELD, type Base, meanwhile, type Newest, type Sender } from './sentBase.ts';

type Id = number | string;
type Data = Record<string, unknown>;
type Collection = Pick<SanitizedCollectionConfig, 'flattenedFields' | 'slug'> & { versions?: unknown };

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d)$/;
/** Not those of signing in, which another account may do. */
const WRITES: string[] = ['create', 'update', 'delete', 'restoreVersion'];
const FORM = /^([\w-]{8,64});([1-9]\d{0,9})$/;

const MALFORMED = bilingual(
  `Το ${BASE_FIELD} δεν έχει τη σωστή μορφή: { "updatedAt", "form", "save", "order", "review" }, από τα οποία χρειάζεται το πρώτο.`,
  `${BASE_FIELD} is malformed: { "updatedAt", "form", "save", "order", "review" }, of which the first is required.`,
);
const LATE = bilingual(
  'Δεν έγινε, γιατί η ίδια φόρμα έχει ήδη αποθηκεύσει κάτι νεότερο.',
  'Not done, since the same form has saved something newer already.',
);

/** @throws Refusal if what was sent is malformed */
function baseIn(req: PayloadRequest, sent: unknown): Base {
  const { form, order, review, save, updatedAt } = Object(sent) as Data;
  const at = TIME.test(String(updatedAt)) ? Date.parse(String(updatedAt)) : Number.NaN;
  const sender = form === undefined ? undefined : senderIn(`${form};${save}`);
  if (Number.isNaN(at) || (form !== undefined && !sender)) throw new Refusal(req, MALFORMED, 400);
  return { updatedAt: at, sender, order, review };
}

function senderIn(mark: string): Sender | undefined {
  const [, form, save] = FORM.exec(mark) ?? [];
  return form === undefined ? undefined : { form, save: Number(save) };
}

/**
 * Notes what the save of a document is based on. Without it, the save is not judged.
 * @param id undefined for a global
 */
export function noteBase(req: PayloadRequest, slug: string, id: Id | undefined, sent: unknown): void {
  if (sent !== undefined && sent !== null) saveContextOf(req, slug, id).base = baseIn(req, sent);
}

/**
 * Refuses what is sent by a form that another account has opened: its session has ended, and the request's user has signed in in
 * another tab of the same browser.
 * @throws Refusal 409
 */
export function refuseOtherAccount(req: PayloadRequest): void {
  const opener = req.headers.get(ACCOUNT_HEADER);
  if (!opener || !req.user || opener === encodeURIComponent(String(editorKeyOf(req)))) return;
  const now = editorOf(req);
  const text = bilingual(
    `Δεν έγινε, γιατί τη σελίδα την άνοιξε άλλος λογαριασμός, και στον browser έχει συνδεθεί πια άλλος (${now}). Όσα έχει η φόρμα κρατιούνται για εκείνον που τα έγραψε. Για να συνεχίσετε εσείς, φορτώστε ξανά τη σελίδα.`,
    `Not done, since another account has opened this page, and somebody else (${now}) has signed in since. What the form has is kept for whoever wrote it. To go on yourself, reload the page.`,
  );
  throw new Refusal(req, text, 409);
}

/**
 * Takes the base of a save out of its data, and refuses the form of another account. Only the request for the document itself has
 * either: no dry run, no host's hook.
 */
export const takeBase: CollectionBeforeOperationHook = ({
  args,
  collection,
  operation,
  overrideAccess,
  req,
}) => {
  const { data, id } = args as { data?: Data; id?: Id };
  const isOfRequest = req.routeParams?.collection === collection.slug && !overrideAccess;
  if (isOfRequest && WRITES.includes(operation)) refuseOtherAccount(req);
  if (!data || !(BASE_FIELD in data)) return;
  const { [BASE_FIELD]: sent, ...rest } = data;
  if (operation === 'update' && id !== undefined && isOfRequest) noteBase(req, collection.slug, id, sent);
  return { ...args, data: rest };
};

/** {@link takeBase} of a global. */
export const takeGlobalBase: GlobalBeforeOperationHook = ({
  args,
  global,
  operation,
  overrideAccess,
  req,
}) => {
  if (operation !== 'update') return;
  const { [BASE_FIELD]: sent, ...data } = (args as { data: Data }).data;
  if (req.routeParams?.global === global.slug && !overrideAccess) {
    refuseOtherAccount(req);
    noteBase(req, global.slug, undefined, sent);
  }
  return { ...args, data };
};

/**
 * Refuses a save of a document that somebody else has saved since the state that the request is based on. It is
 * called before anything is written, and again with the write where the database does not refuse one of two transactions that
 * write the same document ({@link ./writes.ts}).
 *
 * - A request that says no base is never refused.
 * - The earlier saves of the same form never refuse a later one, so an answer that was lost does no harm.
 * - A save of a form that arrives after a later save of that form is refused.
 *
 * @param id undefined for a global
 * @throws Refusal 409 with `data.newest`; 404 if it is deleted
 */
export async function refuseOutdated(
  req: PayloadRequest,
  collection: Collection,
  id: Id | undefined,
): Promise<void> {
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
  req,
}) => {
  const { id } = args as { id?: Id };
  if (operation !== 'update' || id === undefined || !req.user) return;
  // Others are refused by the access control, and learn nothing of the document.
  if (await may.read(req)) await refuseOutdated(req, collection, id);
};

/** {@link refuseOutdated} for an account, which notes the form and the user that save it. */
export const refuseOutdatedAccount: CollectionBeforeChangeHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  if (operation !== 'update') return data;
  await refuseOutdated(req, collection, originalDoc.id);
  return { ...data, ...signed(req, collection, originalDoc.id) };
};

/** The same for a global. */
export const refuseOutdatedGlobal: GlobalBeforeChangeHook = async ({ data, global, req }) => {
  await refuseOutdated(req, global, undefined);
  return { ...data, ...signed(req, global, undefined) };
};

function signed(req: PayloadRequest, collection: Collection, id: Id | undefined): Data {
  const names = fieldsWithRole(collection.flattenedFields, 'edited_by').map(({ name }) => name);
  const by = Object.fromEntries(names.map((name) => [name, editorOf(req)]));
  return { ...by, ...marked(req, collection, id) };
}

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
  id: Id | undefined,
): Promise<{ newest: Newest; isLate: boolean } | undefined> {
  const { base } = saveContextOf(req, collection.slug, id);
  if (base === undefined) return undefined;
  const found = await newestOf(req, collection, id);
  if (!found || Date.parse(found.newest.updatedAt) === base.updatedAt) return undefined;
  const { mark, newest } = found;
  const { sender } = base;
  const isLate = sender !== undefined && mark?.form === sender.form;
  if (isLate && sender.save >= mark.save) return undefined;
  return { newest, isLate };
}

async function newestOf(
  req: PayloadRequest,
  { flattenedFields, slug, versions }: Collection,
  id: Id | undefined,
): Promise<{ newest: Newest; mark: Sender | undefined } | undefined> {
  const { db } = req.payload;
  const marks = MARKS.flatMap((role) => fieldsWithRole(flattenedFields, role).map(({ name }) => name));
  const fields = ['updatedAt', '_status', 'deletedAt', ...marks];
  const select = Object.fromEntries(fields.map((name) => [name, true] as const));
  const main =
    id === undefined
      ? ((await db.findGlobal({ slug, req })) as Data)
      : await db.findOne<Data & { id: Id }>({
          collection: slug,
          req,
          select,
          where: { id: { equals: id } },
        });
  if (!main && id !== undefined) throw new Refusal(req, NO_DOCUMENT, 404);
  // Settings that nobody has saved have no time.
  if (!main?.updatedAt) return undefined;
  const isNewest: Where = {
    or: [{ updatedAt: { greater_than: main.updatedAt } }, { latest: { equals: true } }],
  };
  const version =
    versions && id !== undefined
      ? await newestVersion(req, slug, id, { where: [isNewest], fields })
      : undefined;
  // Like Payload: a newer version counts if it is a draft.
  const isDraft = version?.version._status === 'draft';
  const data = isDraft ? version.version : main;
  // A document that was reverted to this version has been written since.
  const isSaved = !version || isSameTime(version.version.updatedAt, data.updatedAt);
  const [by, saved] = MARKS.map((role) => {
    const [field] = fieldsWithRole(flattenedFields, role);
    return field ? ((version?.version ?? main)[field.name] as string | null | undefined) : undefined;
  });
  const newest: Newest = {
    updatedAt: new Date(String(data.updatedAt)).toISOString(),
    by: (isSaved && by) || null,
    isOwn: isSaved && typeof by === 'string' && by === editorOf(req),
    version: version?.id ?? null,
    isDraft,
    isPublished: main._status === 'published',
    isTrashed: Boolean(main.deletedAt),
  };
  return { newest, mark: senderIn(saved ?? '') };
}

const isSameTime = (one: unknown, other: unknown) =>
  new Date(String(one)).getTime() === new Date(String(other)).getTime();

const MARKS = ['edited_by', 'saved_by_form'] as const;

/** The form that saves, to be merged into the data of a version; null if the request names none. */
export function marked(
  req: PayloadRequest,
  collection: Pick<Collection, 'flattenedFields' | 'slug'>,
  id: Id | undefined,
): Data {
  const fields = fieldsWithRole(collection.flattenedFields, 'saved_by_form');
  const { sender } = saveContextOf(req, collection.slug, id).base ?? {};
  const mark = sender ? `${sender.form};${sender.save}` : null;
  return Object.fromEntries(fields.map(({ name }) => [name, mark]));
}

function outdated(newest: Newest): Bilingual {
  if (newest.isTrashed) return IN_TRASH;
  const { el, en } = meanwhile(newest);
  return bilingual(`Δεν έγινε. ${el}.`, `Not done. ${en}.`);
}

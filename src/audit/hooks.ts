import {
  type AfterErrorHook,
  type CollectionAfterChangeHook,
  type CollectionAfterDeleteHook,
  type CollectionAfterLoginHook,
  type CollectionAfterOperationHook,
  type CollectionBeforeOperationHook,
  type GlobalAfterChangeHook,
  isolateObjectProperty,
  type PayloadRequest,
  type SanitizedCollectionConfig,
} from 'payload';
import { fieldsWithRole } from '../../collections/portal/roles.ts';
import { reasonOf, urgentReasonOf } from '../../collections/save/reasons.ts';
import { isImport, saveContextOf } from '../../collections/save/saveContext.ts';
import { TRIES_PASSWORD } from '../../collections/users/passwords.ts';
import { isBulk } from '../payload/bulk/isBulk.ts';
import { requireTransaction } from '../payload/database/keepTransaction.ts';
import { titleOf } from '../payload/i18n/titleOf.ts';
import { AS_PLANNED, type AuditAction } from './actions.ts';
import { changedFields } from './changedFields.ts';
import { type AuditEntry, recordAction, recordAutosave, recordRefusedSignIn } from './record.ts';
import { PLANNED_NOTE } from './words.ts';

type Data = Record<string, unknown>;

/** The entries of a bulk operation, which become one for each action, and of bulk operations of hooks in it. */
interface Bulk {
  entries: AuditEntry[];
  /** The operation whose hooks have begun this one. */
  outer: Bulk | undefined;
}

const BULK = Symbol('portalAuditBulk');

type AuditedRequest = PayloadRequest & { [BULK]?: Bulk };

/** In the context of a request: a new password is among what is saved. */
const PASSWORD = 'portalAuditPassword';

/**
 * Begins a bulk operation, whose entries are one. It gets a request of its own to note them, since nothing tells when it has failed:
 * what the same request does after that is not part of it.
 */
export const noteBulk: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (!isBulk(operation, args)) return args;
  const { [BULK]: outer } = req as AuditedRequest;
  const own = isolateObjectProperty(req as AuditedRequest, BULK);
  own[BULK] = { entries: [], outer };
  return { ...args, req: own };
};

/** The entry of a bulk operation: one for each action, with the first titles. */
export const recordBulk: CollectionAfterOperationHook = async ({ args, operation, req, result }) => {
  const { [BULK]: bulk } = req as AuditedRequest;
  if (!bulk || !isBulk(operation, args)) return result;
  if (bulk.outer) {
    bulk.outer.entries.push(...bulk.entries);
    return result;
  }
  const kindOf = ({ action, collection }: AuditEntry) => `${action} ${collection}`;
  for (const kind of new Set(bulk.entries.map(kindOf))) {
    const all = bulk.entries.filter((entry) => kindOf(entry) === kind);
    const [first] = all as [AuditEntry];
    const { action } = first;
    await recordAction(
      req,
      all.length === 1
        ? first
        : {
            action,
            ...(first.collection !== undefined && { collection: first.collection }),
            title: all.map(({ title }) => title).join(' · '),
            note: first.note,
            counts: { documents: all.length },
            documents: all.flatMap(({ document }) => document ?? []),
          },
    );
  }
  return result;
};

async function record(req: PayloadRequest, entry: AuditEntry): Promise<void> {
  const { [BULK]: bulk } = req as AuditedRequest;
  if (bulk) bulk.entries.push(entry);
  else await recordAction(req, entry);
}

/** Records a save of content, or of an image or file. An import records itself. */
export const recordChange: CollectionAfterChangeHook = async ({
  collection,
  data,
  doc,
  operation,
  previousDoc,
  req,
}) => {
  if (isImport(req)) return doc;
  const isNew = operation === 'create';
  const { draft, main, restoresAsDraft, withdraws: only } = saveContextOf(req, collection.slug, doc.id);
  // A request may ask for a part of the document as its answer.
  const saved: Data = { ...previousDoc, ...doc, ...data, id: doc.id, updatedAt: doc.updatedAt };
  const was = main?.document;
  // Whatever else it changes, and only what was published.
  const withdraws = !draft && was?._status === 'published' && !was.deletedAt && saved._status === 'draft';
  const action = actionOf({ saved, isNew, previousDoc, restoresAsDraft, withdraws });
  // What moves through the trash is what is published, and not a newer draft of it.
  const isMoved = action === 'trashed' || action === 'restored';
  const before = isMoved && was?._status === 'published' ? was : previousDoc;
  const fields = isNew ? [] : changedFields(collection, saved, before);
  if (action === 'changed' && fields.length === 0) return doc;
  const urgent = saved._status === 'published' && !saved.deletedAt ? urgentReasonOf(req) : null;
  const also = isNew && action === 'published' ? 'created' : urgent && action !== 'published' && action;
  if (also) await record(req, { ...about(collection, saved), action: also });
  const entry: AuditEntry = {
    ...about(collection, saved),
    action: urgent ? 'urgentlyPublished' : action,
    fields: WITH_FIELDS.includes(action) && !only ? fields : [],
    ...(saved._status === 'published' && versionOf(saved)),
    note: urgent ?? noteOf(req, action),
  };
  const [autosaved] = fieldsWithRole(collection.flattenedFields, 'autosaved');
  if (action === 'changed' && autosaved && data[autosaved.name]) await recordAutosave(req, entry);
  else await record(req, entry);
  return doc;
};

/** What is told with the fields that changed. */
const WITH_FIELDS: AuditAction[] = ['changed', 'published', 'withdrawn', 'trashed', 'restored'];

interface Saved {
  saved: Data;
  isNew: boolean;
  previousDoc: Data | undefined;
  restoresAsDraft: boolean | undefined;
  withdraws: boolean | undefined;
}

function actionOf({ isNew, previousDoc, restoresAsDraft, saved, withdraws }: Saved): AuditAction {
  if (Boolean(saved.deletedAt) !== Boolean(previousDoc?.deletedAt) && !isNew)
    return saved.deletedAt ? 'trashed' : 'restored';
  if (restoresAsDraft !== undefined) return 'versionRestored';
  if (withdraws) return 'withdrawn';
  if (saved._status === 'published') return 'published';
  return isNew ? 'created' : 'changed';
}

/** The version that is published: its time, which the list of versions shows. */
function versionOf({ updatedAt }: Data): { version?: string } {
  return updatedAt ? { version: new Date(String(updatedAt)).toISOString() } : {};
}

/** Why something was done, where that is asked for, or that it was planned. */
function noteOf(req: PayloadRequest, action: AuditAction): string | null {
  if (req.context[AS_PLANNED]) return PLANNED_NOTE;
  const isAsked = action === 'withdrawn' || action === 'trashed' || action === 'deleted';
  const reason = isAsked ? reasonOf(req) : null;
  // Nobody can have it look as if it had been planned.
  return reason === PLANNED_NOTE ? `«${reason}»` : reason;
}

export const recordDeletion: CollectionAfterDeleteHook = async ({ collection, doc, req }) => {
  await record(req, { ...about(collection, doc), action: 'deleted', note: reasonOf(req) });
};

const about = ({ admin, slug }: SanitizedCollectionConfig, doc: Data) => ({
  collection: slug,
  document: doc.id as number | string,
  title: titleOf(admin, doc) ?? String(doc.id),
});

/** Notes a new password, which later hooks do not see. */
export const notePassword: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  const { data } = args as { data?: Data };
  if (operation === 'update' && data?.password) req.context[PASSWORD] = true;
  return args;
};

export const recordUser: CollectionAfterChangeHook = async ({
  collection,
  data,
  doc,
  operation,
  previousDoc,
  req,
}) => {
  const entry = about(collection, doc);
  if (operation === 'create') {
    await recordAction(req, { ...entry, action: 'userCreated' });
    return doc;
  }
  const fields = changedFields(collection, { ...previousDoc, ...doc, ...data }, previousDoc);
  if (fields.length > 0) await recordAction(req, { ...entry, action: 'userChanged', fields });
  if (req.context[PASSWORD]) await recordAction(req, { ...entry, action: 'passwordChanged' });
  delete req.context[PASSWORD];
  return doc;
};

export const recordUserDeletion: CollectionAfterDeleteHook = async ({ collection, doc, req }) => {
  await recordAction(req, { ...about(collection, doc), action: 'userDeleted', note: reasonOf(req) });
};

/** A password that was set by the link of an e-mail. */
export const recordReset: CollectionAfterOperationHook = async ({ collection, operation, req, result }) => {
  if (operation !== 'resetPassword') return result;
  const { user } = result as { user?: Data };
  if (user)
    await recordAction({ ...req, user: null }, { ...about(collection, user), action: 'passwordChanged' });
  return result;
};

export const recordSignIn: CollectionAfterLoginHook = async ({ collection, req, user }) => {
  if (req.context[TRIES_PASSWORD]) return;
  await requireTransaction(req);
  const named = { ...user, name: user.name || user.email };
  const signedIn = { ...named, collection: collection.slug } as PayloadRequest['user'];
  const { headers, payload, transactionID } = req;
  const by = { headers, payload, user: signedIn, ...(transactionID && { transactionID }) };
  await recordAction(by, { ...about(collection, named), action: 'signedIn' });
};

/**
 * A sign-in that was refused, with the account that was given. One beyond the limits is not recorded, so nobody can fill the log; nor is
 * what is no e-mail address, since people type passwords there.
 */
export const recordRefusal: AfterErrorHook = async ({ error, req }) => {
  const { data, pathname = '' } = req;
  const { status = 500 } = error as { status?: number };
  if (req.method !== 'POST' || !pathname.endsWith('/login') || status === 429 || status >= 500) return;
  const email = String((data as Data | undefined)?.email ?? '');
  await recordRefusedSignIn(req, /^[^\s@]+@[^\s@]+$/.test(email) ? email : '');
};

export const recordSettings: GlobalAfterChangeHook = async ({ data, doc, global, previousDoc, req }) => {
  if (isImport(req)) return doc;
  const fields = changedFields(global, { ...doc, ...data }, previousDoc);
  if (fields.length > 0) await recordAction(req, { action: 'settingsChanged', fields });
  return doc;
};

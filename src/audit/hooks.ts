import type {
  AfterErrorHook,
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionAfterLoginHook,
  CollectionAfterOperationHook,
  CollectionBeforeChangeHook,
  CollectionBeforeOperationHook,
  CollectionSlug,
  GlobalAfterChangeHook,
  PayloadRequest,
  SanitizedCollectionConfig,
  Where,
} from 'payload';
import { isReadAgain } from '../../collections/media/uploadedFile.ts';
import { isClosed } from '../../collections/policies/may.ts';
import { editorByKey } from '../../collections/portal/portal.ts';
import { fieldsWithRole } from '../../collections/portal/roles.ts';
import { reasonOf, urgentReasonOf } from '../../collections/save/messages.ts';
import { isImport, saveContextOf } from '../../collections/save/saveContext.ts';
import { BY_PROVIDER, RESETS_PASSWORD, TRIES_PASSWORD } from '../../collections/users/passwords.ts';
import { authorshipIn, changedFields } from '../../collections/values/content.ts';
import { requireTransaction } from '../payload/database/keepTransaction.ts';
import { titleOf } from '../payload/i18n/bilingual.ts';
import { newestVersion } from '../payload/versions.ts';
import { AS_PLANNED, type AuditAction } from './actions.ts';
import { type AuditEntry, recordAction, recordRefusedSignIn } from './record.ts';
import { PLANNED_NOTE } from './words.ts';

type Data = Record<string, unknown>;

/** In the context of a request: the name of the file that it brings. */
const FILE = 'portalAuditFile';

/** In the context of a request: what each save of an account does beside its fields, by its id. */
const SECRETS = 'portalAuditSecrets';

/** Notes the name of a new file as it was sent: where it replaces one, the plugin's own images keep the old name. */
export const noteFile: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'update') req.context[FILE] = req.file?.name;
  return args;
};

/** Records a save of content, or of an image or file, but no automatic draft. An import records itself. */
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
  const context = saveContextOf(req, collection.slug, doc.id);
  const { autosave, draft, main, restoresAsDraft, withdraws: only } = context;
  // A request may ask for a part of the document as its answer.
  const saved: Data = { ...previousDoc, ...doc, ...data, id: doc.id, updatedAt: doc.updatedAt };
  const was = main?.document;
  // Whatever else it changes, and only what was published.
  const withdraws = !draft && was?._status === 'published' && !was.deletedAt && saved._status === 'draft';
  const action = actionOf({ saved, isNew, previousDoc, restoresAsDraft, withdraws });
  if (action === 'changed' && autosave) return doc;
  // What moves through the trash is what is published, and not a newer draft of it.
  const isMoved = action === 'trashed' || action === 'restored';
  const published = isMoved && was?._status === 'published' ? was : undefined;
  const isTold = !isNew && !only && WITH_FIELDS.includes(action);
  const fields = isTold
    ? changedFields(collection, saved, published ?? (await savedBefore(req, collection, previousDoc)) ?? was)
    : [];
  // The collection of the hook does not say so of the plugin's own images: their files are not Payload's.
  const config = req.payload.collections[collection.slug as CollectionSlug]?.config;
  const entry = { ...about(collection, saved), ...(collection.versions && versionOf(saved)) };
  const file = isTold && config?.upload && fileEntryOf(req, saved, previousDoc);
  if (file) await recordAction(req, { ...entry, ...file });
  if (action === 'changed' && fields.length === 0) return doc;
  const urgent = saved._status === 'published' && !saved.deletedAt ? urgentReasonOf(req) : null;
  const also = isNew && action === 'published' ? 'created' : urgent && action !== 'published' && action;
  if (also) await recordAction(req, { ...entry, action: also });
  const { writer } = authorshipIn(saved);
  await recordAction(req, {
    ...entry,
    action: urgent ? 'urgentlyPublished' : action,
    ...((urgent || action === 'published') && writer && { writer: await editorByKey(req, writer) }),
    fields,
    note: urgent ?? noteOf(req, action),
  });
  return doc;
};

/** What was saved before, without the automatic drafts since: they are not in the log. */
async function savedBefore(
  req: PayloadRequest,
  { flattenedFields, slug, versions }: SanitizedCollectionConfig,
  previousDoc: Data | undefined,
): Promise<Data | undefined> {
  const [own] = fieldsWithRole(flattenedFields, 'autosaved');
  const { autosave } = versions?.drafts || {};
  // Of a host's collection, only its versions tell.
  if (!previousDoc || !(own ? previousDoc[own.name] : autosave)) return previousDoc;
  const where: Where[] = [
    { latest: { not_equals: true } },
    { [own ? `version.${own.name}` : 'autosave']: { not_equals: true } },
  ];
  return (await newestVersion(req, slug, previousDoc.id as number | string, { where }))?.version;
}

/** What Payload says of a file, in fields that editors do not see. */
const OF_FILE = ['filename', 'filesize', 'mimeType', 'width', 'height', 'focalX', 'focalY'];

/** What became of the file of a document, with its old and its new name. */
function fileEntryOf(
  req: PayloadRequest,
  saved: Data,
  was: Data | undefined,
): Pick<AuditEntry, 'action' | 'note'> | undefined {
  if (isReadAgain(req)) return undefined;
  const [changed] = OF_FILE.filter((name) => (saved[name] ?? null) !== (was?.[name] ?? null));
  const sent = req.context[FILE];
  if (sent === undefined && changed === undefined) return undefined;
  if (sent === undefined && changed !== 'filename') return { action: 'imageEdited' };
  const names = [was?.filename, sent ?? saved.filename].filter(Boolean);
  return { action: was?.filename ? 'fileReplaced' : 'fileAdded', note: [...new Set(names)].join(' → ') };
}

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

/** The version that was saved: its time, which the list of versions shows. */
function versionOf({ updatedAt }: Data): { version?: string } {
  return updatedAt ? { version: new Date(String(updatedAt)).toISOString() } : {};
}

/** Why something was done, where that is asked for, or that it was planned. */
function noteOf(req: PayloadRequest, action: AuditAction): string | null {
  if (req.context[AS_PLANNED]) return PLANNED_NOTE;
  const isAsked = ['deleted', 'published', 'trashed', 'withdrawn'].includes(action);
  const reason = isAsked ? reasonOf(req) : null;
  // Nobody can have it look as if it had been planned.
  return reason === PLANNED_NOTE ? `«${reason}»` : reason;
}

export const recordDeletion: CollectionAfterDeleteHook = async ({ collection, doc, req }) => {
  await recordAction(req, { ...about(collection, doc), action: 'deleted', note: reasonOf(req) });
};

const about = ({ admin, slug }: SanitizedCollectionConfig, doc: Data) => ({
  collection: slug,
  document: doc.id as number | string,
  title: titleOf(admin, doc) ?? String(doc.id),
});

function secretsOf({ context }: PayloadRequest): Map<unknown, AuditAction[]> {
  context[SECRETS] ??= new Map();
  return context[SECRETS] as Map<unknown, AuditAction[]>;
}

/** Notes a new password, and what becomes of the API key: later hooks do not see the one, and none sees the key that was there. */
export const noteSecrets: CollectionBeforeChangeHook = async (args) => {
  const { collection, data, operation, originalDoc, req } = args;
  const id = operation === 'update' ? originalDoc?.id : undefined;
  const secrets: AuditAction[] = id !== undefined && data.password ? ['passwordChanged'] : [];
  // Payload's digest of the key: null takes it away.
  const key: unknown = data.apiKeyIndex;
  if (key !== undefined) {
    const find = { collection: collection.slug, req, where: { id: { equals: id } } };
    const stored = id === undefined ? null : await req.payload.db.findOne<Data & { id: string }>(find);
    const before = stored?.apiKeyIndex ?? null;
    if (before === null && key !== null) secrets.push('apiKeyMade');
    else if (before !== key) secrets.push(key === null ? 'apiKeyRemoved' : 'apiKeyRenewed');
  }
  if (typeof data.closed === 'boolean' && isClosed(data) !== isClosed(originalDoc))
    secrets.push(isClosed(data) ? 'accountClosed' : 'accountReopened');
  secretsOf(req).set(id, secrets);
  return data;
};

/** By which provider somebody signs in, for the note. */
const providerOf = ({ context }: PayloadRequest) => context[BY_PROVIDER] as string | undefined;

/** What is told by an entry of its own: Payload's fields of an API key, and a closing with the sessions that it ends. */
const TOLD = ['apiKey', 'apiKeyIndex', 'enableAPIKey', 'closed', 'sessions'];

export const recordUser: CollectionAfterChangeHook = async ({
  collection,
  data,
  doc,
  operation,
  previousDoc,
  req,
}) => {
  const entry = { ...about(collection, doc), note: providerOf(req) };
  const isNew = operation === 'create';
  const all = isNew ? [] : changedFields(collection, { ...previousDoc, ...doc, ...data }, previousDoc);
  const fields = all.filter((name) => !TOLD.includes(name));
  if (isNew) await recordAction(req, { ...entry, action: 'userCreated' });
  if (fields.length > 0) await recordAction(req, { ...entry, action: 'userChanged', fields });
  const secrets = secretsOf(req).get(isNew ? undefined : doc.id) ?? [];
  for (const action of secrets) await recordAction(req, { ...entry, action });
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
  if (req.context[TRIES_PASSWORD] || req.context[RESETS_PASSWORD]) return;
  await requireTransaction(req);
  const named = { ...user, name: user.name || user.email };
  const signedIn = { ...named, collection: collection.slug } as PayloadRequest['user'];
  const { headers, payload, transactionID } = req;
  const by = { headers, payload, user: signedIn, ...(transactionID && { transactionID }) };
  await recordAction(by, { ...about(collection, named), action: 'signedIn', note: providerOf(req) });
};

/**
 * A sign-in that was refused, with the account that was given. One beyond the limits is not recorded, so nobody can fill the log; nor is
 * what is no e-mail address, since people type passwords there.
 */
export const recordRefusal: AfterErrorHook = async ({ error, req }) => {
  const { data, pathname = '' } = req;
  const { data: told, status = 500 } = error as { data?: Data | null; status?: number };
  // The password was right, and the code is asked for.
  if (told?.secondFactor === 'needed') return;
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

import type { BasePayload, Field, PayloadRequest, Where } from 'payload';
import { editorKeyOf, editorOf, portalOf } from '../../collections/portal/portal.ts';
import { requireTransaction } from '../payload/database/keepTransaction.ts';
import { whenCommitted } from '../payload/database/transactions.ts';
import { bilingual } from '../payload/i18n/bilingual.ts';
import { causesOf, describeError, withoutControls } from '../system/logging/describeError.ts';
import { AUDIT_LOG, type AuditAction, type AuditRow, SEVERAL } from './actions.ts';
import type { Count } from './words.ts';

const SETTING = 'auditMonths';

const HOUR = 60 * 60_000;

/** The setting for how long the log is kept. */
export const retentionField: Field = {
  name: SETTING,
  type: 'number',
  min: 1,
  max: 1200,
  label: bilingual('Μήνες που μένει το ημερολόγιο ενεργειών', 'Months for which the audit log is kept'),
  admin: {
    description: bilingual(
      'Παλιότερες ενέργειες διαγράφονται. Κενό: μένουν για πάντα. Έχει ονόματα και διευθύνσεις δικτύου, που είναι προσωπικά δεδομένα.',
      'Older entries are deleted. Leave empty to keep all of them. It has names and network addresses, which are personal data.',
    ),
    step: 1,
  },
};

const looked = new WeakMap<BasePayload, number>();

/** Deletes what is older than the settings say. It looks once an hour, when something is recorded. A failure is an error in the log. */
async function dropOld(payload: BasePayload): Promise<void> {
  if (Date.now() - (looked.get(payload) ?? 0) < HOUR) return;
  looked.set(payload, Date.now());
  await deleteOld(payload).catch((error: unknown) =>
    payload.logger.error(`Old entries of the audit log are not deleted: ${describeError(error)}`),
  );
}

async function deleteOld({ db }: BasePayload): Promise<void> {
  const settings = await db.findGlobal<Record<string, unknown>>({ slug: 'portal-settings' });
  const months = Number(settings?.[SETTING] ?? 0);
  if (!(months >= 1)) return;
  const oldest = new Date();
  oldest.setUTCMonth(oldest.getUTCMonth() - months);
  await db.deleteMany({ collection: AUDIT_LOG, where: { at: { less_than: oldest.toISOString() } } });
}

/** What was done. */
export interface AuditEntry {
  action: AuditAction;
  /** The slug of a collection, and the id of a document in it. */
  collection?: string;
  document?: number | string;
  title?: string | undefined;
  /** The names of the fields that changed; never their values. */
  fields?: readonly string[];
  /** Why, in the words of whoever did it. */
  note?: string | null | undefined;
  /** The version that was published. */
  version?: string | undefined;
  counts?: Partial<Record<Count, number>>;
  /** The ids of the documents of a bulk action. */
  documents?: readonly (number | string)[];
  /** Who did it, if that is not the user of the request. */
  who?: string;
}

/** As much of a request as an entry needs. */
export type AuditRequest = Pick<PayloadRequest, 'payload'> & Partial<PayloadRequest>;

/** Notes and titles are as long at most. */
const LONGEST = 500;

/** An automatic draft continues the newest entry of its user for so many milliseconds. */
const SITTING = 60 * 60_000;

/**
 * Adds an entry to the audit log, in the transaction of the request where there is one. Without one, as on SQLite, what it tells is written
 * already: a failure is then an error of the log, and no reason to refuse. Does nothing where the log is left out.
 */
export async function recordAction(req: AuditRequest, entry: AuditEntry): Promise<void> {
  const { payload } = req;
  if (!payload.collections[AUDIT_LOG as never]) return;
  const data = rowOf(req, entry);
  await guarded(req, entry, async () => {
    await payload.db.create({ collection: AUDIT_LOG, data, req: req as PayloadRequest });
    await whenCommitted(req as PayloadRequest, async () => {
      payload.logger.info(lineOf(data));
      await dropOld(payload);
    });
  });
}

/** {@link recordAction} of an automatic draft: the newest entry takes it, if the same user has made that in the same sitting. */
export async function recordAutosave(req: AuditRequest, entry: AuditEntry): Promise<void> {
  const { payload } = req;
  if (!payload.collections[AUDIT_LOG as never]) return;
  const { collectionSlug, document, fields, userKey, at } = rowOf(req, entry);
  const newest = await payload.db.find<AuditRow>({
    collection: AUDIT_LOG,
    limit: 1,
    pagination: false,
    req: req as PayloadRequest,
    sort: '-at',
    where: { and: [{ document: { equals: document } }, { collectionSlug: { equals: collectionSlug } }] },
  });
  const [row] = newest.docs;
  const continues =
    row?.action === 'changed' &&
    row.userKey === userKey &&
    Date.parse(at) - new Date(row.at).getTime() < SITTING;
  if (!continues) return recordAction(req, entry);
  const all = [...new Set([...listOf(row.fields), ...listOf(fields)])].join(', ');
  if (all === (row.fields ?? '')) return;
  await guarded(req, entry, async () => {
    const write = { collection: AUDIT_LOG, id: row.id, data: { fields: all }, returning: false } as const;
    await payload.db.updateOne({ ...write, req: req as PayloadRequest });
  });
}

const listOf = (fields: string | null) => (fields ?? '').split(', ').filter(Boolean);

/** Refused sign-ins that come at the same moment are counted one by one. */
let counted: Promise<void> = Promise.resolve();

/**
 * Counts a refused sign-in, in one entry for each address and hour. It never throws, since the refusal is answered anyway.
 * @param title the account
 */
export async function recordRefusedSignIn(req: PayloadRequest, title: string): Promise<void> {
  const { collections, logger } = req.payload;
  if (!collections[AUDIT_LOG as never]) return;
  counted = counted
    .then(() => countRefused(req, title))
    .catch((error: unknown) =>
      logger.error(`A refused sign-in is not in the audit log. ${causesOf(error).join(' Because: ')}`),
    );
  await counted;
}

async function countRefused(req: PayloadRequest, title: string): Promise<void> {
  const { payload } = req;
  const address = addressOf(req);
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
  const where: Where = {
    and: [
      { at: { greater_than_equal: hour } },
      { address: { equals: address } },
      { action: { equals: 'signInRefused' } },
    ],
  };
  const [row] = (
    await payload.db.find<AuditRow>({ collection: AUDIT_LOG, limit: 1, pagination: false, where })
  ).docs;
  if (!row)
    return recordAction(
      { payload, headers: req.headers },
      { action: 'signInRefused', title, counts: { tries: 1 } },
    );
  const counts = { tries: (row.counts?.tries ?? 1) + 1 };
  await payload.db.updateOne({ collection: AUDIT_LOG, id: row.id, data: { counts }, returning: false });
}

async function guarded(req: AuditRequest, { action }: AuditEntry, write: () => Promise<void>): Promise<void> {
  await requireTransaction(req);
  try {
    await write();
  } catch (error) {
    if (await req.transactionID) throw error;
    req.payload.logger.error(
      `Not in the audit log, but done: ${action}. ${causesOf(error).join(' Because: ')}`,
    );
  }
}

function rowOf(req: AuditRequest, entry: AuditEntry): Omit<AuditRow, 'id'> {
  const { action, collection, counts, document, documents, fields, note, title, version, who } = entry;
  const user = req.user ? (req as PayloadRequest) : undefined;
  const short = (text: string | null | undefined) => (text ? withoutControls(text).slice(0, LONGEST) : null);
  return {
    at: new Date().toISOString(),
    action,
    who: short(who ?? (user ? editorOf(user) : null)),
    userKey: user ? editorKeyOf(user) : null,
    address: addressOf(req),
    collectionSlug: collection ?? null,
    document: documents ? SEVERAL : document === undefined ? null : String(document),
    title: short(title),
    fields: fields && fields.length > 0 ? fields.join(', ') : null,
    version: version ?? null,
    note: short(note),
    counts: counts ?? null,
    documents: documents ? ` ${documents.join(' ')} ` : null,
  };
}

function addressOf(req: AuditRequest): string | null {
  const { headers } = req;
  if (!headers) return null;
  return portalOf(req.payload.config).clientAddress({ headers })?.slice(0, 64) || null;
}

function lineOf(row: Omit<AuditRow, 'id'>): string {
  const { action, address, collectionSlug, counts, document, fields, note, title, who } = row;
  const about = [collectionSlug, document, title && JSON.stringify(title)].filter(Boolean).join(' ');
  const more = [counts && JSON.stringify(counts), fields && `fields ${fields}`, note && JSON.stringify(note)];
  const from = address ? ` from ${address}` : '';
  return [
    `Audit: ${action} ${about}`.trim(),
    `by ${who ? JSON.stringify(who) : 'nobody signed in'}${from}`,
    ...more,
  ]
    .filter(Boolean)
    .join('; ');
}

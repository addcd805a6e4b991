import { randomUUID } from 'node:crypto';
import type { BasePayload, Field, PayloadRequest } from 'payload';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { editorKeyOf, editorOf, portalOf } from '../../collections/portal/portal.ts';
import { requireTransaction } from '../payload/database/keepTransaction.ts';
import { whenCommitted } from '../payload/database/transactions.ts';
import { bilingual, translate } from '../payload/i18n/bilingual.ts';
import { causesOf, describeError, withoutControls } from '../system/logging/describeError.ts';
import { networkOf } from '../system/network.ts';
import { AUDIT_LOG, type AuditAction, type AuditRow } from './actions.ts';

const SETTING = 'auditMonths';

const HOUR = 60 * 60_000;

const NO_MONTHS = bilingual(
  'Γράψτε πόσους μήνες, από 1 έως 1200 και χωρίς δεκαδικά, ή αφήστε το κενό.',
  'Enter a whole number of months, from 1 to 1200, or leave it empty.',
);

/** The setting for how long the log is kept. */
export const retentionField: Field = {
  name: SETTING,
  type: 'number',
  min: 1,
  max: 1200,
  validate: (value: unknown, { req }: { req: PayloadRequest }) => {
    const isNone = value === null || value === undefined;
    const isMonths = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1200;
    return isNone || isMonths || translate(NO_MONTHS, req.i18n.language);
  },
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
  /** The version that was saved. */
  version?: string | undefined;
  /** Who has written what is published. */
  writer?: string | null;
  /** Who did it, if that is not the user of the request. */
  who?: string;
}

/** As much of a request as an entry needs. */
export type AuditRequest = Pick<PayloadRequest, 'payload'> & Partial<PayloadRequest>;

/** Notes and titles are as long at most. */
const LONGEST = 500;

/**
 * Adds an entry to the audit log, in the transaction of the request where there is one. Without one, as on SQLite, what it tells is written
 * already: a failure is then an error of the log, and no reason to refuse. Does nothing where the log is left out.
 */
export async function recordAction(req: AuditRequest, entry: AuditEntry): Promise<void> {
  const { payload } = req;
  if (!payload.collections[AUDIT_LOG as never]) return;
  await requireTransaction(req);
  const data = rowOf(req, entry);
  try {
    await payload.db.create({ collection: AUDIT_LOG, data, req: req as PayloadRequest, returning: false });
    await whenCommitted(req as PayloadRequest, async () => {
      // What a stranger does is at debug, in the line of the request.
      if (entry.action !== 'signInRefused')
        payload.logger.info(`Audit: ${JSON.stringify(data, (_, value) => value ?? undefined)}`);
      await dropOld(payload);
    });
  } catch (error) {
    if (await req.transactionID) throw error;
    const why = causesOf(error).join(' Because: ');
    payload.logger.error(`Not in the audit log, but done: ${entry.action}. ${why}`);
  }
}

/** Who runs a command, by its Payload. */
const operators = new WeakMap<BasePayload, string>();

/** What is done with this Payload, and by no user, is the operator's in the log. */
export function actsFor(payload: BasePayload, operator: string): void {
  operators.set(payload, operator);
}

/** How many refused sign-ins from one address (of one person, whom a provider has named) are recorded in an hour, so that nobody can fill the log. */
const refusals = new RateLimiterMemory({ points: 20, duration: HOUR / 1000 });

/** @param title the account @param note why */
export async function recordRefusedSignIn(req: PayloadRequest, title: string, note?: string): Promise<void> {
  const { headers, payload } = req;
  const key = `${networkOf(addressOf(req) ?? '')} ${note ? title : ''}`;
  if (await refusals.consume(key).then(Boolean, () => false))
    await recordAction({ payload, headers }, { action: 'signInRefused', title, note });
}

function rowOf(req: AuditRequest, entry: AuditEntry): Omit<AuditRow, 'id'> {
  const { action, collection, document, fields, note, title, version, who, writer } = entry;
  const user = req.user ? (req as PayloadRequest) : undefined;
  const short = (text: string | null | undefined) => (text ? withoutControls(text).slice(0, LONGEST) : null);
  return {
    at: new Date().toISOString(),
    action,
    who: short(who ?? (user ? editorOf(user) : operators.get(req.payload))),
    userKey: user ? editorKeyOf(user) : null,
    address: addressOf(req),
    collectionSlug: collection ?? null,
    document: document === undefined ? null : String(document),
    title: short(title),
    fields: fields && fields.length > 0 ? fields.join(', ') : null,
    version: version ?? null,
    writer: short(writer),
    note: short(note),
    request: requestOf(req),
  };
}

/** In the context of a request: what its entries have in common. */
const REQUEST = 'portalAuditRequest';

function requestOf({ context = {} }: AuditRequest): string {
  context[REQUEST] ??= randomUUID();
  return context[REQUEST] as string;
}

function addressOf(req: AuditRequest): string | null {
  const { headers } = req;
  if (!headers) return null;
  return portalOf(req.payload.config).clientAddress({ headers })?.slice(0, 64) || null;
}

import type { BasePayload, Field } from 'payload';
import { bilingual } from '../payload/i18n/bilingual.ts';
import { describeError } from '../system/logging/describeError.ts';
import { AUDIT_LOG } from './actions.ts';

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
export async function dropOld(payload: BasePayload): Promise<void> {
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

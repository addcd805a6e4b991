import type {
  BasePayload,
  CollectionAfterOperationHook,
  CollectionBeforeDeleteHook,
  GlobalAfterChangeHook,
  PayloadRequest,
} from 'payload';
import { bilingual } from '../i18n/bilingual.ts';
import { Refusal } from '../rest.ts';
import { aroundMethods, WRITES } from './connections.ts';

/** On a request: a transaction in which it saves has been rolled back. */
const LOST = Symbol.for('payload-portal-content.lostTransaction');

type Followed = Partial<PayloadRequest> & { [LOST]?: true };

interface Session {
  inTransaction?: () => boolean;
}

/** The session of an open transaction. */
export function openSession<Open extends Session>(
  db: object,
  id: number | string | undefined,
): Open | undefined {
  const { sessions = {} } = db as { sessions?: Record<number | string, Open> };
  const session = id === undefined ? undefined : sessions[id];
  return session && (session.inTransaction?.() ?? true) ? session : undefined;
}

/** Notes that a transaction of the request was rolled back, for {@link requireTransaction}. */
export function noteRollback(req: Followed): void {
  req[LOST] = true;
}

const TAKEN_BACK = bilingual(
  'Δεν έγινε, και τίποτε δεν αποθηκεύτηκε. Ένα hook του ιστότοπου έκανε με το req αυτής της αποθήκευσης μια ανάγνωση ή εγγραφή που απέτυχε, και συνέχισε, ενώ η βάση δεδομένων τα είχε πάρει όλα πίσω. Μην κλείσετε τη σελίδα και ειδοποιήστε τους προγραμματιστές του ιστότοπου. Σε hooks, όσα μπορεί να λείπουν διαβάζονται με disableErrors ή με find.',
  'Not done, and nothing has been saved. A hook of this site has made a read or a write with the req of this save that failed, and has gone on, although the database had taken everything back. Leave this page open, and tell the developers of the site. In hooks, what may be missing is read with disableErrors, or with find.',
);

/**
 * Throws if a transaction of the request was rolled back ({@link noteRollback}), and it has none now. Payload 3.90 rolls back and forgets the
 * transaction of a request whenever an operation with that request fails, a read too, and also where a hook has begun the
 * operation and catches the error. The save then goes on without a transaction and reports success, although what it wrote
 * before is gone.
 *
 * Upstream: payloadcms/payload#17748 (Payload 4).
 * Needed for: a host's hooks.
 * @throws Refusal 500
 */
export async function requireTransaction(req: Followed): Promise<void> {
  if (!req[LOST] || !req.payload || openSession(req.payload.db, await req.transactionID)) return;
  throw new Refusal(req as PayloadRequest, TAKEN_BACK, 500);
}

/** {@link requireTransaction} after all other hooks of an operation that is no read. */
export const endInTransaction: CollectionAfterOperationHook = async ({ operation, req, result }) => {
  if (!/^(?:find|count)/.test(operation)) await requireTransaction(req);
  return result;
};

/** {@link requireTransaction} before files and versions are deleted. */
export const deleteInTransaction: CollectionBeforeDeleteHook = ({ req }) => requireTransaction(req);

/** {@link requireTransaction} at the end of a global's save. */
export const changeInTransaction: GlobalAfterChangeHook = async ({ doc, req }) => {
  await requireTransaction(req);
  return doc;
};

interface Write {
  collection?: string;
  req?: Followed;
}

/** Refuses writes of a request that has lost its transaction. What Payload notes for itself (jobs, locks) is written. */
export function refuseWithoutTransaction({ db }: BasePayload): void {
  const ofDocuments = WRITES.filter((name) => name !== 'updateJobs');
  aroundMethods<Write>(db, ofDocuments, async (write, args) => {
    if (args.req && !args.collection?.startsWith('payload-')) await requireTransaction(args.req);
    return write(args);
  });
}

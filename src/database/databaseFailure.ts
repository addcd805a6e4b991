import type { AfterErrorHook, CollectionAfterOperationHook, PayloadRequest } from 'payload';
import { bilingual, translate } from '../payload/i18n/bilingual.ts';
import { Refusal } from '../payload/rest.ts';

/** Why a database, or the storage of files, did not take a write, where the writer is not to blame. */
type DatabaseFailure = 'disk full' | 'read-only' | 'no primary' | 'no file' | 'no file storage' | 'conflict';

/**
 * Codes and names of SQLite, the file system, MongoDB (OutOfDiskSpace, NotWritablePrimary and its kin) and PostgreSQL
 * (serialization_failure, deadlock_detected, and in_failed_sql_transaction: what other documents of a bulk operation meet, whose
 * transaction a deadlock has ended).
 */
const SIGNS: [DatabaseFailure, RegExp][] = [
  ['disk full', /\bSQLITE_FULL\b|\bENOSPC\b|OutOfDiskSpace|No space left on device|disk is full/i],
  ['read-only', /\bSQLITE_READONLY|\bEROFS\b|attempt to write a readonly database/i],
  [
    'no primary',
    /MongoServerSelectionError|MongoNetwork(?:Timeout)?Error|MongoPoolCleared(?:OnNetwork)?Error|PoolClearedOnNetworkError|NotWritablePrimary|PrimarySteppedDown|InterruptedDueToReplStateChange/,
  ],
  ['no file', /^DatabaseMoved\b/],
  ['no file storage', /\bObjectStorageError\b/],
  [
    'conflict',
    /WriteConflict|NoSuchTransaction|SnapshotUnavailable|LockTimeout|\b40001\b|\b40P01\b|\b25P02\b/,
  ],
];

/** What failed; undefined if it is something else. */
function databaseFailure(error: unknown): DatabaseFailure | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { name, message, code, codeName } = each as Error & { code?: unknown; codeName?: unknown };
    // Drizzle puts the values of a query into its message, and what the database has said into the cause.
    const said = [name, 'query' in each ? '' : message, code, codeName].join(' ');
    const sign = SIGNS.find(([, pattern]) => pattern.test(said));
    if (sign) return sign[0];
  }
  return undefined;
}

/** Without a colon: the admin takes what follows one for a list of fields, separated by commas. */
const ANSWERS = {
  'disk full': {
    status: 507,
    message: bilingual(
      'Δεν αποθηκεύτηκε. Ο δίσκος του διακομιστή είναι γεμάτος. Μην κλείσετε τη σελίδα, ειδοποιήστε τον διαχειριστή του συστήματος και δοκιμάστε ξανά.',
      'Not saved. The disk of the server is full. Leave this page open, tell the administrator of the server, and try again.',
    ),
  },
  'read-only': {
    status: 503,
    message: bilingual(
      'Δεν αποθηκεύτηκε. Η βάση δεδομένων δεν δέχεται αλλαγές. Μην κλείσετε τη σελίδα, ειδοποιήστε τον διαχειριστή του συστήματος και δοκιμάστε ξανά.',
      'Not saved. The database takes no changes. Leave this page open, tell the administrator of the server, and try again.',
    ),
  },
  'no primary': {
    status: 503,
    message: bilingual(
      'Δεν αποθηκεύτηκε. Η βάση δεδομένων δεν απαντά αυτή τη στιγμή. Μην κλείσετε τη σελίδα και δοκιμάστε ξανά σε λίγο.',
      'Not saved. The database does not answer at the moment. Leave this page open, and try again in a moment.',
    ),
  },
  'no file': {
    status: 503,
    message: bilingual(
      'Δεν αποθηκεύτηκε. Το αρχείο της βάσης δεδομένων δεν βρίσκεται πια στη θέση του. Ειδοποιήστε τον διαχειριστή του συστήματος.',
      'Not saved. The database file is no longer in its place. Tell the administrator of the server.',
    ),
  },
  'no file storage': {
    status: 503,
    message: bilingual(
      'Δεν αποθηκεύτηκε. Ο χώρος των εικόνων και των αρχείων δεν απαντά αυτή τη στιγμή. Μην κλείσετε τη σελίδα και δοκιμάστε ξανά σε λίγο.',
      'Not saved. The storage of images and files does not answer at the moment. Leave this page open, and try again in a moment.',
    ),
  },
  conflict: {
    status: 503,
    message: bilingual(
      'Δεν αποθηκεύτηκε. Άλλοι αποθηκεύουν το ίδιο έγγραφο αυτή τη στιγμή. Μην κλείσετε τη σελίδα και δοκιμάστε ξανά σε λίγο.',
      'Not saved. Others are saving the same document at the moment. Leave this page open, and try again in a moment.',
    ),
  },
};

/** True for an error of two writes that met in the database, after which the same request may succeed. */
export const isConflict = (error: unknown): boolean => databaseFailure(error) === 'conflict';

const CONFLICT = 'portalConflict';

/** Keeps a conflict for {@link throwConflict}: Payload keeps the message alone, which on PostgreSQL does not say what failed. */
export function noteConflict(req: Partial<PayloadRequest> | undefined, error: unknown): void {
  if (req?.context && isConflict(error)) req.context[CONFLICT] ??= error;
}

/**
 * Throws the conflict that one document of a bulk operation has met. Payload 3.90 catches it and answers 400, although the
 * transaction of all of them is over by then, so that the whole has to be tried again.
 */
export const throwConflict: CollectionAfterOperationHook = ({ overrideAccess, req, result }) => {
  const { errors } = (result ?? {}) as { errors?: unknown };
  if (overrideAccess || !Array.isArray(errors) || errors.length === 0) return result;
  // Drizzle's message has the values of the query, and not what has failed.
  const others = errors.filter(({ message }) => !message.startsWith('Failed query'));
  const conflict = req.context[CONFLICT] ?? others.map(({ message }) => new Error(message)).find(isConflict);
  if (conflict) throw conflict;
  return result;
};

/** The answer to a save that has met other writes for too long. */
export function conflictRefusal(req: PayloadRequest): Error {
  return new Refusal(req, ANSWERS.conflict.message, ANSWERS.conflict.status);
}

/** A connection of MongoDB's driver, which watches the servers. */
interface Watched {
  connection?: { getClient?(): { topology?: { description?: { servers: Map<string, { type: string }> } } } };
}

/** The kinds of servers that take writes, in the words of the driver. */
const TAKES_WRITES = /^(?:RSPrimary|Standalone|Mongos|LoadBalancer)$/;

/**
 * True if no server takes writes. Payload answers 403 then: it takes a user whom it cannot read for nobody.
 */
function lacksPrimary(database: unknown): boolean {
  const servers = (database as Watched).connection?.getClient?.().topology?.description?.servers;
  return servers !== undefined && ![...servers.values()].some(({ type }) => TAKES_WRITES.test(type));
}

/** Seconds after which a client may try again: as long as an election takes. */
const RETRY_AFTER = '10';

/** What failed, of a save that Payload or a database has refused; undefined if it is something else. */
export function failureOf(error: unknown, database: unknown): DatabaseFailure | undefined {
  const isForbidden = [401, 403].includes((error as { status?: number }).status ?? 0);
  return isForbidden && lacksPrimary(database) ? 'no primary' : databaseFailure(error);
}

/**
 * Answers 507 (RFC 4918, 11.5) for a full disk, and 503 with `Retry-After` (RFC 9110, 10.2.3) for a database that takes no
 * writes now, in words for the form, which keeps what was typed.
 */
export const explainDatabaseFailure: AfterErrorHook = ({ error, req }) => {
  const failure = failureOf(error, req.payload.db);
  if (!failure) return undefined;
  const { status, message } = ANSWERS[failure];
  if (status === 503) {
    req.responseHeaders ??= new Headers();
    req.responseHeaders.set('Retry-After', RETRY_AFTER);
  }
  return { status, response: { errors: [{ message: translate(message, req.i18n?.language) }] } };
};

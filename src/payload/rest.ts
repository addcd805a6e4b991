import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AfterErrorHook,
  APIError,
  type BasePayload,
  type Endpoint,
  getDataLoader,
  type PayloadRequest,
} from 'payload';
import { isObject } from '../../endpoints/lists/definition/json.ts';
import { type Bilingual, bilingual, translate } from './i18n/bilingual.ts';

/**
 * An error for the client, in the client's language. All client errors of this package are of this class.
 *
 * Payload 3.90 takes the name of `APIError` from the class, and hides the message of an error without a name and data. Next's
 * bundler may make the class anonymous, and clients then read "An unknown error occurred."
 *
 * Upstream: payloadcms/payload#7232, #17298.
 * Needed for: error messages in an app built by Next.
 */
export class Refusal extends APIError {
  override name = 'APIError';

  /**
   * @param status HTTP status, 4xx mostly
   * @param data for programs
   */
  constructor(
    { i18n }: Pick<PayloadRequest, 'i18n'>,
    text: Bilingual,
    status: number,
    data: Record<string, unknown> | null = null,
  ) {
    super(translate(text, i18n?.language), status, data, true);
  }
}

const BODY = bilingual(
  'Το σώμα του αιτήματος πρέπει να είναι ένα αντικείμενο JSON, ή φόρμα (multipart/form-data) που το έχει στο «_payload».',
  'The body must be a JSON object, or a form (multipart/form-data) that holds one in "_payload".',
);

const VALUE = bilingual(
  'Μια παράμετρος ή μια τιμή του αιτήματος δεν είναι του είδους που χρειάζεται εδώ.',
  'A parameter or a value of the request is not of the kind that is needed here.',
);

/** Errors about a value of a wrong type, from JavaScript, Mongoose and MongoDB's driver. */
const KINDS =
  /^(?:TypeError|RangeError|SyntaxError|CastError|ValidationError|ObjectParameterError|BSON\w*Error)$/;

/** SQLite's codes for an invalid query, value or reference. Not for a busy, full or unreadable database. */
const SQLITE = /^SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG)/;

/** MongoDB's codes: BadValue, FailedToParse, TypeMismatch, and unknown or unsupported operators. */
const MONGODB = new Set([2, 9, 14, 51, 168, 31249, 40352, 51091, 51108, 51246]);

/** SQLite's driver, Mongoose and the form parser throw a plain Error for these. */
const PLAIN =
  /^(?:SQLite3 can only bind |Can't use \$|Unexpected end of form|Malformed |Multipart: |Unsupported content type)/;

/** True if the client's values caused the error, and not, for example, an unreachable database or a full disk. */
export function isOverValues(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, status } = error as { name: string; code?: unknown; status?: unknown };
  if (KINDS.test(name) || PLAIN.test(error.message)) return true;
  if (typeof code === 'string' ? SQLITE.test(code) : MONGODB.has(Number(code))) return true;
  // Payload throws this error for a request that it cannot classify.
  if (error.constructor === APIError && status === 500) return true;
  return isOverValues(error.cause);
}

/**
 * Answers 400 with a reason if Payload, its database or its form parser fails on the client's data. They expect the types that
 * the admin sends, and Payload 3.90 answers 500 to others. The error is logged.
 *
 * Needed for: logs and alarms that tell client mistakes from failures.
 */
export const explainMistakes: AfterErrorHook = ({ error, req }) => {
  const status = (error as { status?: number }).status ?? 500;
  if (status < 500) return;
  const lacksBody = /^(?:POST|PATCH|PUT)$/.test(req.method ?? '') && !isObject(req.data);
  // The form parser throws plain errors.
  const isMistake = isOverValues(error) || (lacksBody && error.constructor === Error);
  if (!isMistake) return;
  const message = translate(lacksBody ? BODY : VALUE, req.i18n?.language);
  return { status: 400, response: { errors: [{ message }] } };
};

/** Milliseconds after which a save is not tried once more. */
const TIMEOUT = 10_000;

/** The longest pause before a retry, in milliseconds. */
const LONGEST_PAUSE = 500;

/**
 * Payload's endpoints that write documents or accounts. Those of this package are known by their paths. A host's own may do more
 * than the database can take back.
 */
const WRITES = new Set([
  'post /',
  'patch /',
  'delete /',
  'post /:id',
  'patch /:id',
  'delete /:id',
  'post /:id/duplicate',
  'post /versions/:id',
  'post /login',
  'post /logout',
  'post /refresh-token',
  'post /reset-password',
]);

interface Retrying {
  /** True for an error after which the same request may succeed. */
  isConflict(error: unknown): boolean;
  /** The error after ten seconds of conflicts. */
  refusal(req: PayloadRequest): Error;
  /** Takes back what a failed attempt did beside the database. `afterError` hooks get the last attempt only. */
  undo(req: PayloadRequest): Promise<void>;
}

/**
 * Repeats a request that has conflicted with another write in the database. It is repeated as a whole, with its body as it
 * came, so every hook judges what is stored by then. The transaction of the failed attempt has been rolled back.
 *
 * Payload 3.90 answers 500 to one of two saves of a document at the same moment, on MongoDB, and on PostgreSQL after a deadlock.
 * Needed for: two editors, or two programs, on one document.
 */
export function retryConflicts({ collections, config, db, globals }: BasePayload, retrying: Retrying): void {
  // Without transactions, a failed attempt may have written a part.
  const { transactionOptions = db.name === 'postgres' } = db as { transactionOptions?: unknown };
  if (!transactionOptions) return;
  const entities = [...Object.values(collections).map((each) => each.config), ...globals.config, config];
  for (const { endpoints } of entities) {
    const own: Endpoint[] = endpoints || [];
    for (const [at, each] of own.entries()) {
      if (isSave(each)) own[at] = { ...each, handler: retried(each.handler, retrying) };
    }
  }
}

const isSave = ({ method, path }: Endpoint) =>
  WRITES.has(`${method} ${path}`) || (method !== 'get' && path.startsWith('/portal-'));

function retried(handler: Endpoint['handler'], { isConflict, refusal, undo }: Retrying): Endpoint['handler'] {
  return async function retry(req) {
    // What Payload has added: a request has its own properties under symbols. Each attempt begins with the same: the context of one that failed is not for the next.
    const own = { ...Object.fromEntries(Object.entries(req)), context: { ...req.context } };
    const deadline = Date.now() + TIMEOUT;
    // An empty body is not the same as none: a form of nothing is malformed.
    const body = req.body ? await req.arrayBuffer?.() : undefined;
    for (let pause = 20; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const attempt = copyOf(req, own, body);
      try {
        return await handler(attempt);
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (Date.now() + pause > deadline) throw Object.assign(refusal(req), { cause: error });
        await undo(attempt);
        req.payload.logger.debug({
          err: error,
          msg: 'A save has conflicted with another write, and is tried again.',
        });
      } finally {
        // Payload reads these after the handler.
        for (const name of ['context', 'data', 'responseHeaders'] as const) {
          if (attempt[name] !== undefined) Object.assign(req, { [name]: attempt[name] });
        }
      }
      // At random, or two requests would meet again.
      await sleep(pause * (0.5 + Math.random()));
    }
  };
}

/** The request as Payload makes it, before a handler has read its body or added anything. @param own what Payload has added */
function copyOf(
  { headers, method = 'GET', signal, url = '' }: PayloadRequest,
  own: Partial<PayloadRequest>,
  body: ArrayBuffer | undefined,
): PayloadRequest {
  const init = { headers, method, ...(signal && { signal }), ...(body && { body }) };
  const copy = Object.assign(new Request(url, init), {
    ...own,
    context: { ...own.context },
    payloadUploadSizes: {},
  }) as PayloadRequest;
  copy.payloadDataLoader = getDataLoader(copy);
  return copy;
}

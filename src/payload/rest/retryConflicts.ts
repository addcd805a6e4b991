import { setTimeout as sleep } from 'node:timers/promises';
import { type BasePayload, type Endpoint, getDataLoader, type PayloadRequest } from 'payload';

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
]);

/**
 * Repeats a request that has conflicted with another write in the database. It is repeated as a whole, with its body as it
 * came, so every hook judges what is stored by then. The transaction of the failed attempt has been rolled back.
 *
 * Payload 3.90 answers 500 to one of two saves of a document at the same moment, on MongoDB, and on PostgreSQL after a deadlock.
 * Needed for: two editors, or two programs, on one document.
 * @param isConflict true for an error after which the same request may succeed
 * @param refusal the error after ten seconds of conflicts
 * @param undo takes back what a failed attempt did beside the database. `afterError` hooks get the last attempt only.
 */
export function retryConflicts(
  { collections, config, db, globals }: BasePayload,
  isConflict: (error: unknown) => boolean,
  refusal: (req: PayloadRequest) => Error,
  undo: (req: PayloadRequest) => Promise<void>,
): void {
  // Without transactions, a failed attempt may have written a part.
  const { transactionOptions = db.name === 'postgres' } = db as { transactionOptions?: unknown };
  if (!transactionOptions) return;
  const entities = [...Object.values(collections).map((each) => each.config), ...globals.config, config];
  for (const { endpoints } of entities) {
    const own: Endpoint[] = endpoints || [];
    for (const [at, each] of own.entries()) {
      if (isSave(each)) own[at] = { ...each, handler: retried(each.handler, isConflict, refusal, undo) };
    }
  }
}

const isSave = ({ method, path }: Endpoint) =>
  WRITES.has(`${method} ${path}`) || (method !== 'get' && path.startsWith('/portal-'));

function retried(
  handler: Endpoint['handler'],
  isConflict: (error: unknown) => boolean,
  refusal: (req: PayloadRequest) => Error,
  undo: (req: PayloadRequest) => Promise<void>,
): Endpoint['handler'] {
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

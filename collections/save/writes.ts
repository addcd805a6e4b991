import { createHash } from 'node:crypto';
import type { BasePayload, PayloadRequest } from 'payload';
import { noteConflict } from '../../src/database/databaseFailure.ts';
import { sqlDatabase } from '../../src/database/sqlDatabase.ts';
import { openSession } from '../../src/payload/database/keepTransaction.ts';
import { refuseOutdated, transactionOf } from './base.ts';
import { saveContextOf } from './saveContext.ts';

type Id = number | string | undefined;
type Data = Record<string, unknown>;
type Request = Partial<PayloadRequest> | undefined;

/**
 * Judges the base of a save once more, directly with its write. Payload has no hook there, so the database's methods are wrapped.
 * Without transactions the writes of one document take turns, so that no other write is between the judgement and the write. On
 * PostgreSQL they take turns by a lock that ends with the transaction. On MongoDB two transactions that write one document
 * conflict, and the database refuses one of them.
 *
 * @param slugs the collections and globals with a base
 */
export function guardWrites(payload: BasePayload, slugs: readonly string[]): void {
  const { db } = payload;
  const guarded = new Set(slugs);
  const turns = new Map<string, Promise<unknown>>();
  const { createVersion, updateGlobal, updateOne } = db;

  async function write<Result>(req: Request, slug: string, id: Id, writes: () => Promise<Result>) {
    const run = async () => {
      const context = req?.context && saveContextOf(req as PayloadRequest, slug, id);
      const before = context?.beforeWrite;
      if (before) context.beforeWrite = undefined;
      await before?.();
      return writes();
    };
    const transaction = await openTransaction(payload, req);
    if (transaction !== undefined) {
      try {
        if (db.name === 'postgres' && req && (await isFirst(req, slug, id))) {
          await lock(payload, transaction, `${slug} ${id}`);
          await judge(payload, req, slug, id);
        }
        return await run();
      } catch (error) {
        noteConflict(req, error);
        throw error;
      }
    }
    const key = `${slug} ${id}`;
    const before = turns.get(key);
    const own = (async () => {
      await before;
      if (req && (await isFirst(req, slug, id))) await judge(payload, req, slug, id);
      return run();
    })();
    const end = own.then(
      () => {},
      () => {},
    );
    turns.set(key, end);
    void end.then(() => turns.get(key) === end && turns.delete(key));
    return own;
  }

  db.updateOne = (args) => {
    const { collection, id } = args;
    if (id === undefined || !guarded.has(collection)) return updateOne.call(db, args);
    return write(args.req, collection, id, () => updateOne.call(db, ofSignIn(args)));
  };
  db.updateGlobal = ((args: Parameters<typeof updateGlobal>[0]) =>
    guarded.has(args.slug)
      ? write(args.req, args.slug, undefined, () => updateGlobal.call(db, args))
      : updateGlobal.call(db, args)) as typeof updateGlobal;
  db.createVersion = ((args: Parameters<typeof createVersion>[0]) => {
    if (!guarded.has(args.collectionSlug)) return createVersion.call(db, args);
    return write(args.req, args.collectionSlug, args.parent, () => createVersion.call(db, args));
  }) as typeof createVersion;
}

/** True for the first write of a document in a request: the later ones belong to the same save. */
async function isFirst(req: Partial<PayloadRequest>, slug: string, id: Id): Promise<boolean> {
  if (!req.context) return false;
  const context = saveContextOf(req as PayloadRequest, slug, id);
  const transaction = await transactionOf(req);
  const isFirst = context.writtenIn !== transaction;
  context.writtenIn = transaction;
  return isFirst;
}

/** A count of refused sign-ins is no change of an account: its time stays, as Payload keeps it for a session. */
function ofSignIn<Args extends { data: Data }>(args: Args): Args {
  const isCount = Object.keys(args.data).every((name) => name === 'loginAttempts' || name === 'lockUntil');
  return isCount ? { ...args, data: { ...args.data, updatedAt: null } } : args;
}

async function judge(payload: BasePayload, req: Request, slug: string, id: Id): Promise<void> {
  const { collections, globals } = payload;
  const config = collections[slug]?.config ?? globals.config.find((each) => each.slug === slug);
  if (config) await refuseOutdated(req as PayloadRequest, config, id);
}

/** The id of the request's open transaction; undefined if there is none, as always on SQLite. */
async function openTransaction({ db }: BasePayload, req: Request): Promise<Id> {
  const id = (await req?.transactionID) ?? undefined;
  return openSession(db, id) && id;
}

/** PostgreSQL's lock by number, of which different documents may share one, at worst. */
async function lock(payload: BasePayload, transaction: number | string, key: string): Promise<void> {
  const number = createHash('sha256').update(key).digest().readBigInt64BE();
  const db = sqlDatabase(payload)?.sessions[transaction]?.db;
  const raw = `SELECT pg_advisory_xact_lock(${number})`;
  await (payload.db as unknown as { execute(args: object): Promise<unknown> }).execute({ db, raw });
}

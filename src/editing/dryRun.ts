import { BasePayload, type PayloadRequest } from 'payload';
import type { RawDocument } from '../../collections/portal/portal.ts';
import { COUNTERS } from '../database/counter.ts';
import type { PlannedChange } from './planning/words.ts';

type Id = number | string;
type Data = Record<string, unknown>;

export interface Change {
  collection: string;
  id: Id;
  change: PlannedChange;
  /** Changes of the newest version, applied first. @default {} */
  data?: Data;
}

const DRY_RUN = 'portalDryRun';

/** True in a dry run. */
export function isDryRun({ context }: Pick<PayloadRequest, 'context'>): boolean {
  return context[DRY_RUN] === true;
}

/** The user and the language for a dry run. */
export type DryRunRequest = Pick<PayloadRequest, 'i18n' | 'payload' | 'user'> & Partial<PayloadRequest>;

/** The arguments of Payload's `update` that publish or unpublish the newest version of a document. */
export function changeOf({ collection, id, change, data = {} }: Change) {
  const publishes = change === 'publish';
  return {
    collection: collection as never,
    id,
    data: { ...data, _status: publishes ? 'published' : 'draft' } as never,
    // As the admin does: an unpublished document needs no valid fields.
    ...(!publishes && { unpublishAllLocales: true }),
  };
}

/**
 * Runs all steps of publishing or unpublishing a document except the write, as the user of the request: access control, hooks
 * and validation.
 * @param overrideAccess whether access control is skipped. @default without a user, as for the server's own code
 * @returns the document as it would be stored
 * @throws the error that the change would have
 */
export async function dryRun(
  req: DryRunRequest,
  change: Change,
  overrideAccess = !req.user,
): Promise<RawDocument> {
  const { collection, id } = change;
  const written = await run(req, { collection, id }, (payload, common) =>
    payload.update({ ...changeOf(change), ...common, overrideAccess, overrideLock: false }),
  );
  const main = await req.payload.db.findOne<RawDocument>({ collection, where: { id: { equals: id } } });
  return { ...main, ...written, id };
}

/** {@link dryRun} for a new document that is published at once. It has provisional numbers. */
export async function dryRunNew(
  req: DryRunRequest,
  collection: string,
  data: Data,
  overrideAccess = !req.user,
): Promise<RawDocument> {
  const written = await run(req, { collection }, (payload, common) =>
    payload.create({
      collection: collection as never,
      data: { ...data, _status: 'published' } as never,
      ...common,
      overrideAccess,
    }),
  );
  return { ...written, id: String(PROVISIONAL) };
}

/**
 * Runs all steps of saving a draft except the write.
 * @returns the document with the values of the draft
 * @throws the error that the save would have
 */
export async function dryRunDraft(
  req: DryRunRequest,
  { collection, id, data }: { collection: string; id: Id | undefined; data: Data },
): Promise<RawDocument> {
  const target = {
    collection: collection as never,
    data: { ...data, _status: 'draft' } as never,
    draft: true,
  };
  const written = await run(req, { collection, id, draft: true }, (payload, common) =>
    id === undefined
      ? payload.create({ ...target, ...common, overrideAccess: false })
      : payload.update({ ...target, ...common, id, overrideAccess: false, overrideLock: false }),
  );
  return { ...written, id: id ?? String(PROVISIONAL) };
}

type Common = { context: Record<string, unknown>; depth: 0; req: never; user: never };

/** What comes to the write of the document. */
async function run(
  req: DryRunRequest,
  written: FinalWrite,
  save: (payload: PayloadRequest['payload'], common: Common) => Promise<unknown>,
): Promise<Data> {
  const { fallbackLocale, headers, i18n, locale, payloadAPI, query, user } = req;
  // A new request object: Payload would otherwise keep the read-only database on the original.
  const own = { fallbackLocale, headers, i18n, locale, payloadAPI, query: { ...query }, user };
  const { payload, isEnd } = withoutWrites(req.payload, written);
  try {
    const context = { [DRY_RUN]: true };
    await save(payload, { context, depth: 0, req: own as never, user: user as never });
  } catch (error) {
    if (isEnd(error)) return error.data;
    throw error;
  }
  throw new Error(`The dry run of a save in ${written.collection} has not come to the write.`);
}

type Payload = PayloadRequest['payload'];
type Database = BasePayload['db'];
type Args = Record<string, unknown> & { collection?: string; id?: number | string; data?: Data };

/** The write that ends a dry run. */
interface FinalWrite {
  collection: string;
  /** Undefined for a new document. */
  id?: number | string | undefined;
  /** Whether a draft is saved, which is written as a version only. @default false */
  draft?: boolean;
}

/** Thrown in place of that write. */
interface End extends Error {
  data: Data;
}

/** The first number of each counter in place of drawn ones: above all others, as new numbers are. No such number is ever drawn. */
export const PROVISIONAL = 9e15;

/**
 * A Payload that reads, throws in place of one write, and pretends to do all others: of documents, versions, locks and
 * counters. It logs nothing.
 */
function withoutWrites(payload: Payload, written: FinalWrite) {
  const ends = new WeakSet<Error>();
  const end = (data: unknown): never => {
    const error = Object.assign(new Error('The dry run has come to the write.'), { data });
    ends.add(error);
    throw error;
  };
  const db = Object.assign(Object.create(payload.db), pretendedWrites(payload, written, end)) as Database;
  const logger = payload.logger.child({}, { level: 'silent' });
  return {
    payload: copyOf(payload, { db, logger }),
    isEnd: (error: unknown): error is End => error instanceof Error && ends.has(error),
  };
}

/**
 * A Payload with the state of another. Its methods are its own: those of the other would give requests the other's database,
 * and what comes later in the same request would be written.
 */
function copyOf(payload: Payload, changed: Pick<BasePayload, 'db' | 'logger'>): Payload {
  const copy = new BasePayload();
  const state = Reflect.ownKeys(payload).filter((key) => {
    const own: unknown = Reflect.get(copy, key);
    return typeof own !== 'function' && own !== copy.jobs;
  });
  for (const key of state) Reflect.set(copy, key, Reflect.get(payload, key));
  return Object.assign(copy, changed) as Payload;
}

function pretendedWrites(
  payload: Payload,
  { collection, id, draft }: FinalWrite,
  end: (data: unknown) => never,
) {
  const { db } = payload;
  const drawn = new Map<string, number>();
  const draw = ({ where }: Args) => {
    const counter = JSON.stringify(where);
    const value = drawn.get(counter) ?? PROVISIONAL;
    drawn.set(counter, value + 1);
    return { value };
  };
  const nothing = async () => {};
  const none = async () => [];
  const given = async ({ data }: Args) => data;
  const found = async (args: Args) => db.findOne(args as never);
  const version = async ({ versionData }: { versionData?: Data }) => {
    if (draft) end(versionData);
    return { version: versionData };
  };
  return {
    create: async (args: Args) => {
      if (id === undefined && args.collection === collection) end(args.data);
      return { id: 0, ...args.data };
    },
    updateOne: async (args: Args) => {
      if (args.collection === COUNTERS) return draw(args);
      if (args.collection === collection && String(args.id) === String(id)) end(args.data);
      const { id: own, where = { id: { equals: own } } } = args;
      return { ...(await found({ collection: args.collection, req: args.req, where })), ...args.data };
    },
    createVersion: version,
    updateVersion: version,
    upsert: given,
    createGlobal: given,
    updateGlobal: given,
    createGlobalVersion: nothing,
    updateGlobalVersion: nothing,
    updateMany: none,
    updateJobs: none,
    deleteOne: found,
    deleteMany: nothing,
    deleteVersions: nothing,
  };
}

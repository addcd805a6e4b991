import { BasePayload, type PayloadRequest } from 'payload';
import { numbered } from '../../../collections/save/writes.ts';
import { COUNTERS } from '../../database/counter.ts';

type Payload = PayloadRequest['payload'];
type Database = BasePayload['db'];
type Data = Record<string, unknown>;
type Args = Record<string, unknown> & { collection?: string; id?: number | string; data?: Data };

/** The write that ends a rehearsal. */
export interface Written {
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
export function withoutWrites(payload: Payload, written: Written) {
  const ends = new WeakSet<Error>();
  const end = (data: unknown): never => {
    const error = Object.assign(new Error('The rehearsal has come to the write.'), { data });
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
  { collection, id, draft }: Written,
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
      if (id === undefined && args.collection === collection) {
        end((await numbered(payload, { ...args, collection, data: args.data ?? {} })).data);
      }
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

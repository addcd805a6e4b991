import type { List } from '../lists/index.ts';
import { BodiesBeingSent } from './BodiesBeingSent.ts';
import { ChangeQueue } from './ChangeQueue.ts';
import { OrderingQueue, TooManyOrderings } from './orderings/OrderingQueue.ts';
import { Pace } from './Pace.ts';
import { State } from './State.ts';
import { Subscription } from './Subscription.ts';
import type { Change, ListResponse, ReadModel, ReadModelState } from './types.ts';

export interface ReadModelOptions {
  lists: readonly List[];
  /**
   * What orderings may take in memory that are neither a list's default nor documented, all lists together, in bytes. The
   * least recently used go first, and are made again when asked for.
   * @default 67108864 (64 MiB)
   */
  otherOrderingsBytes?: number;
  /**
   * What bodies may take in memory that are still being sent and no longer held, in bytes. Beyond it new orderings are
   * refused and the responses that take longest are given up.
   * @default 268435456 (256 MiB)
   */
  sendingBytes?: number;
  /** Told what went wrong and is being tried again. @default nothing is done */
  onError?: (message: string, error: unknown) => void;
}

type Changes = AsyncIterable<Change[]> | Iterable<Change[]>;

const MEBIBYTE = 1024 * 1024;

/** The lists in memory: every element serialized once, every list joined to the body that is sent. */
export function createReadModel({
  lists,
  otherOrderingsBytes = 64 * MEBIBYTE,
  sendingBytes = 256 * MEBIBYTE,
  onError = () => {},
}: ReadModelOptions): ReadModel {
  const served = new ChangeQueue();
  const orderings = new OrderingQueue(make);
  const bodies = new BodiesBeingSent(sendingBytes, (body) => served.state?.holds(body) === true);
  /** The loads that are under way, with what has been applied since each began. */
  const loads = new Map<Promise<void>, Change[]>();
  const subscriptions = new Set<Subscription>();
  let standing: { state: ReadModelState; since: number } = { state: 'loading', since: Date.now() };
  let loaded = false;
  let hasSource = false;
  let loadsBegun = 0;
  let loadInPlace = 0;

  function enter(state: ReadModelState, since = Date.now()): void {
    if (standing.state !== state) standing = { state, since };
  }

  function judge(): void {
    if (!loaded) return;
    const isLive = !hasSource || [...subscriptions].some(({ isUpToDate }) => isUpToDate);
    enter(isLive ? 'live' : 'behind');
  }

  function load(changes: Changes): Promise<void> {
    const meanwhile: Change[] = [];
    const loading = loadAll(changes, meanwhile).finally(() => loads.delete(loading));
    loads.set(loading, meanwhile);
    return loading;
  }

  async function loadAll(changes: Changes, meanwhile: Change[]): Promise<void> {
    loadsBegun += 1;
    const number = loadsBegun;
    const all: Change[] = [];
    for await (const batch of changes) for (const change of batch) all.push(change);
    const pace = new Pace();
    const next = new State({ lists, otherOrderingsBytes });
    await pace.run(await next.prepare(all, pace, served.state));
    while (meanwhile.length > 0) await pace.run(await next.prepare(meanwhile.splice(0), pace));
    if (number < loadInPlace) return;
    loadInPlace = number;
    loaded = true;
    served.state = next;
  }

  async function replace(changes: Changes): Promise<void> {
    await load(changes);
    judge();
  }

  async function apply(changes: readonly Change[]): Promise<void> {
    for (const meanwhile of loads.values()) meanwhile.push(...changes);
    if (loaded) return served.add(changes);
    // A checkpoint lacks the documents that new elements are made of: changes show with the load that they are in.
    if (served.state) await Promise.allSettled(loads.keys());
  }

  async function make(key: string, ordering: string): Promise<ListResponse> {
    for (;;) {
      const { state } = served;
      const list = state?.lists.get(key);
      if (!list) throw new Error(`There is no list ${key}.`);
      await list.readRows(new Pace());
      // What a load has replaced meanwhile is not what was asked for.
      if (state === served.state) return list.response(ordering) ?? list.make(ordering);
    }
  }

  return {
    lists,
    replace,
    apply,
    async connect(source) {
      const subscription = new Subscription({ source, load, apply, onChange: judge, onError });
      hasSource = true;
      subscriptions.add(subscription);
      function disconnect(): void {
        subscriptions.delete(subscription);
        subscription.end();
      }
      try {
        await subscription.load();
      } catch (error) {
        disconnect();
        throw error;
      }
      return disconnect;
    },
    async restore(snapshot, current) {
      if (loaded) return false;
      served.state = State.restore(snapshot, { lists, otherOrderingsBytes });
      enter('checkpoint', current);
      return true;
    },
    snapshot: () => served.state?.snapshot(),
    response(key, ordering, isGone = () => false) {
      const list = served.state?.lists.get(key);
      if (!list) return undefined;
      const name = list.keyOf(ordering);
      const response = list.response(name);
      if (response) return response;
      const hasRoom = bodies.makeRoom(list.response('')?.length ?? 0);
      return hasRoom ? orderings.add(key, name, isGone) : Promise.reject(new TooManyOrderings());
    },
    sending: (body, giveUp) => bodies.add(body, giveUp),
    status: () => ({
      ...standing,
      loaded,
      ...(served.state ?? new State({ lists, otherOrderingsBytes })).status(),
    }),
  };
}

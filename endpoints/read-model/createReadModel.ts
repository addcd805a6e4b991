import type { List } from '../lists/index.ts';
import { BodiesBeingSent } from './BodiesBeingSent.ts';
import { ChangeQueue } from './ChangeQueue.ts';
import { type Changes, Loads } from './Loads.ts';
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

const MEBIBYTE = 1024 * 1024;

/** The lists in memory: every element serialized once, every list joined to the body that is sent. */
export function createReadModel({
  lists,
  otherOrderingsBytes = 64 * MEBIBYTE,
  sendingBytes = 256 * MEBIBYTE,
  onError = () => {},
}: ReadModelOptions): ReadModel {
  const options = { lists, otherOrderingsBytes };
  const served = new ChangeQueue();
  const loads = new Loads(served, options);
  const orderings = new OrderingQueue((key, ordering) => makeOrdering(served, key, ordering));
  const bodies = new BodiesBeingSent(sendingBytes, (body) => served.state?.holds(body) === true);
  const subscriptions = new Set<Subscription>();
  let standing: { state: ReadModelState; since: number } = { state: 'loading', since: Date.now() };
  let hasSource = false;

  function enter(state: ReadModelState, since = Date.now()): void {
    if (standing.state !== state) standing = { state, since };
  }
  function judge(): void {
    if (!loads.loaded) return;
    const isLive = !hasSource || [...subscriptions].some(({ isUpToDate }) => isUpToDate);
    enter(isLive ? 'live' : 'behind');
  }
  async function apply(changes: readonly Change[]): Promise<void> {
    loads.add(changes);
    if (loads.loaded) return served.add(changes);
    // A checkpoint lacks the documents that new elements are made of: changes show with the load that they are in.
    if (served.state) await loads.settled();
  }

  return {
    lists,
    apply,
    replace: (changes) => loads.load(changes).then(judge),
    async connect(source) {
      const load = (changes: Changes) => loads.load(changes);
      const subscription = new Subscription({ source, load, apply, onChange: judge, onError });
      hasSource = true;
      subscriptions.add(subscription);
      const disconnect = () => {
        subscriptions.delete(subscription);
        subscription.end();
      };
      await subscription.load().catch((error: unknown) => {
        disconnect();
        throw error;
      });
      return disconnect;
    },
    async restore(snapshot, current) {
      if (loads.loaded) return false;
      served.state = State.restore(snapshot, options);
      enter('checkpoint', current);
      return true;
    },
    snapshot: () => served.state?.snapshot(),
    response(key, ordering) {
      const list = served.state?.lists.get(key);
      if (!list) return undefined;
      const name = list.keyOf(ordering);
      const response = list.response(name);
      if (response) return response;
      const hasRoom = bodies.makeRoom(list.response('')?.length ?? 0);
      return hasRoom ? orderings.add(key, name) : Promise.reject(new TooManyOrderings());
    },
    sending: (body, giveUp) => bodies.add(body, giveUp),
    status: () => ({
      ...standing,
      loaded: loads.loaded,
      ...(served.state ?? new State(options)).status(),
    }),
  };
}

/** Makes an ordering of the state that is served. */
async function makeOrdering(served: ChangeQueue, key: string, ordering: string): Promise<ListResponse> {
  for (;;) {
    const { state } = served;
    const list = state?.lists.get(key);
    if (!list) throw new Error(`There is no list ${key}.`);
    await list.readRows(new Pace());
    // What a load has replaced meanwhile is not what was asked for.
    if (state === served.state) return list.response(ordering) ?? list.make(ordering);
  }
}

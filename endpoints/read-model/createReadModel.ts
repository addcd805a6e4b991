import type { List } from '../lists/index.ts';
import { Following } from './Following.ts';
import { OrderingQueue } from './orderings/OrderingCache.ts';
import { Pace } from './retry.ts';
import { BodiesBeingSent, Served } from './Served.ts';
import { State } from './State.ts';
import type { ListResponse, ReadModel, ReadModelState } from './types.ts';

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
  /** Told when the state has changed. @default nothing is done */
  onState?: (state: ReadModelState) => void;
}

const MEBIBYTE = 1024 * 1024;

/** The lists in memory: every element serialized once, every list joined to the body that is sent. */
export function createReadModel({
  lists,
  otherOrderingsBytes = 64 * MEBIBYTE,
  sendingBytes = 256 * MEBIBYTE,
  onError = () => {},
  onState = () => {},
}: ReadModelOptions): ReadModel {
  const options = { lists, otherOrderingsBytes };
  const served = new Served(options);
  const orderings = new OrderingQueue((key, ordering) => makeOrdering(served, key, ordering));
  const bodies = new BodiesBeingSent(sendingBytes, (body) => served.state?.holds(body) === true);
  let following: Following | undefined;
  let current: { state: ReadModelState; since: number } = { state: 'loading', since: Date.now() };

  function enter(state: ReadModelState, since = Date.now()): void {
    if (current.state === state) return;
    current = { state, since };
    onState(state);
  }
  function judge(): void {
    if (served.isLoaded) enter(!following || following.isLive ? 'live' : 'behind');
  }

  return {
    lists,
    apply: (changes) => served.apply(changes),
    rehearse: (change) => served.rehearse(change),
    replace: (changes) => served.load(changes, () => true).then(judge),
    async connect(source) {
      following?.end();
      const connected = new Following({ source, served, onChange: judge, onError });
      following = connected;
      judge();
      const disconnect = () => connected.end();
      await connected.load().catch((error: unknown) => {
        disconnect();
        throw error;
      });
      return disconnect;
    },
    async restore(snapshot, since) {
      if (served.isLoaded) return false;
      served.restore(snapshot);
      enter('checkpoint', since);
      return true;
    },
    snapshot: async () => served.state?.snapshot(),
    response(key, ordering) {
      const list = served.state?.lists.get(key);
      if (!list) return undefined;
      const name = list.keyOf(ordering);
      const response = list.response(name);
      if (response) return response;
      const hasRoom = bodies.makeRoom(list.length);
      return hasRoom ? orderings.add(key, name) : orderings.refuse();
    },
    servesRecords: (key) => served.state?.servesRecords(key),
    record: (key, id) => served.state?.lists.get(key)?.record(id),
    isLive: () => current.state === 'live',
    versions: () => served.state?.versions(),
    orderings: () => ({ made: orderings.made, refused: orderings.refused }),
    sending: (body, giveUp) => bodies.add(body, giveUp),
    status: () => ({
      ...current,
      loaded: served.isLoaded,
      ...(served.state ?? new State(options)).status(),
    }),
  };
}

/** Makes an ordering of the state that is served. */
async function makeOrdering(served: Served, key: string, ordering: string): Promise<ListResponse> {
  for (;;) {
    const { state } = served;
    const list = state?.lists.get(key);
    if (!list) throw new Error(`There is no list ${key}.`);
    await list.readRows(new Pace());
    // What a load has replaced meanwhile is not what was asked for.
    if (state === served.state) return list.response(ordering) ?? list.make(ordering);
  }
}

import { keepTickShape } from '../keepTickShape.ts';
import type { List } from '../lists/index.ts';
import { ChangeQueue } from './ChangeQueue.ts';
import { Connection } from './Connection.ts';
import { Makings } from './Makings.ts';
import { Slices } from './Slices.ts';
import { type Extent, State } from './State.ts';
import type { Change, DocumentSource, ReadModel, ReadModelState, Snapshot } from './types.ts';

export interface ReadModelOptions {
  lists: readonly List[];
  /**
   * What orderings other than the lists' default ones may take in memory, all lists together, in bytes. The least
   * recently used are given up first, and made again when asked for.
   * @default 67108864 (64 MiB)
   */
  otherOrderingsBytes?: number;
  /** Told what went wrong and is being tried again. @default nothing is done */
  onError?: (message: string, error: unknown) => void;
  /** For tests, which want to see with little data what happens with much. */
  tuning?: Partial<Tuning>;
}

interface Tuning {
  /** About how many bytes a part of a body has. @default 262144 (256 KiB) */
  blockBytes: number;
  /** How long work may hold the event loop at a stretch, in milliseconds; 0 is one step. @default 0.5 */
  slice: number;
  /** What a change may touch to be in place when `apply` returns. @default 16 elements of 65536 bytes (64 KiB) together */
  atOnce: Extent;
}

/** The lists in memory: every element serialized once, orders and bodies made when they are first asked for. */
export function createReadModel({
  lists,
  otherOrderingsBytes = 64 * 1024 * 1024,
  onError = () => {},
  tuning: { blockBytes = 256 * 1024, slice = 0.5, atOnce = { elements: 16, bytes: 64 * 1024 } } = {},
}: ReadModelOptions): ReadModel {
  keepTickShape();
  const slices = new Slices(slice);
  let lastRead = -Infinity;
  const queue = new ChangeQueue({ slices, atOnce, lastRead: () => lastRead });
  const makings = new Makings(slices, () => queue.state);
  const newState = () => new State({ lists, otherOrderingsBytes, blockBytes });
  /** The loads that are under way, with what has been applied since each began. */
  const loads = new Map<Promise<void>, Change[]>();
  const connections = new Set<Connection>();
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
    const isLive = !hasSource || [...connections].some(({ isUpToDate }) => isUpToDate);
    enter(isLive ? 'live' : 'behind');
  }

  function load(changes: AsyncIterable<Change[]> | Iterable<Change[]>): Promise<void> {
    const meanwhile: Change[] = [];
    const loading = loadAll(changes, meanwhile).finally(() => loads.delete(loading));
    loads.set(loading, meanwhile);
    return loading;
  }

  async function loadAll(
    changes: AsyncIterable<Change[]> | Iterable<Change[]>,
    meanwhile: Change[],
  ): Promise<void> {
    loadsBegun += 1;
    const number = loadsBegun;
    const next = newState();
    for await (const batch of changes) await slices.run(next.store(batch));
    await slices.run(next.makeAll(queue.state ?? newState()));
    while (meanwhile.length > 0) {
      const show = await slices.run(next.stage(meanwhile.splice(0), false));
      await slices.run(show());
    }
    if (number < loadInPlace) return;
    loadInPlace = number;
    loaded = true;
    queue.state = next;
  }

  async function replace(changes: AsyncIterable<Change[]> | Iterable<Change[]>): Promise<void> {
    await load(changes);
    judge();
  }

  async function apply(changes: readonly Change[]): Promise<void> {
    for (const meanwhile of loads.values()) meanwhile.push(...changes);
    if (loaded) return queue.add(changes);
    // A checkpoint lacks the documents that new elements are made of: changes show with the load that they are in.
    if (queue.state) await Promise.allSettled(loads.keys());
  }

  async function connect(source: DocumentSource): Promise<() => void> {
    const connection = new Connection({ source, load, apply, onChange: judge, onError });
    hasSource = true;
    connections.add(connection);
    function disconnect(): void {
      connections.delete(connection);
      connection.end();
    }
    try {
      await connection.load();
    } catch (error) {
      disconnect();
      throw error;
    }
    return disconnect;
  }

  async function restore(snapshot: Snapshot, current: number): Promise<boolean> {
    const state = newState();
    if (!loaded) await slices.run(state.restore(snapshot));
    if (loaded) return false;
    queue.state = state;
    enter('checkpoint', current);
    return true;
  }

  return {
    lists,
    replace,
    apply,
    connect,
    restore,
    snapshot: () => queue.state?.snapshot(),
    response(slug, ordering) {
      lastRead = performance.now();
      const list = queue.state?.lists.get(slug);
      if (!list) return undefined;
      const key = list.keyOf(ordering);
      return list.held(key) ?? makings.response(slug, key);
    },
    status: () => ({ ...standing, loaded, ...(queue.state ?? newState()).status() }),
  };
}

import { setImmediate } from 'node:timers/promises';
import type { List } from '../lists/index.ts';
import { State } from './State.ts';
import type { Change, DocumentSource, ReadModel } from './types.ts';

export interface ReadModelOptions {
  lists: readonly List[];
  /**
   * What orderings other than the lists' default ones may take in memory, all lists together, in bytes. The least
   * recently used are given up first, and made again when asked for.
   * @default 67108864 (64 MiB)
   */
  otherOrderingsBytes?: number;
}

/** How long a load may hold the event loop at a stretch, in milliseconds. */
const STRETCH = 8;

/** The lists in memory: every element serialized once, orders and bodies made when they are first asked for. */
export function createReadModel({
  lists,
  otherOrderingsBytes = 64 * 1024 * 1024,
}: ReadModelOptions): ReadModel {
  let state = new State(lists, otherOrderingsBytes);
  let loaded = false;
  /** What has been applied since each load that is under way began. */
  const since = new Set<Change[]>();
  let loadsBegun = 0;
  let loadInPlace = 0;

  async function replace(changes: AsyncIterable<Change[]> | Iterable<Change[]>): Promise<void> {
    const load = ++loadsBegun;
    const meanwhile: Change[] = [];
    since.add(meanwhile);
    try {
      const next = new State(lists, otherOrderingsBytes);
      for await (const batch of changes) next.store(batch);
      let paused = performance.now();
      for (const _ of next.makeAll(state)) {
        if (performance.now() - paused < STRETCH) continue;
        await setImmediate();
        paused = performance.now();
      }
      if (load < loadInPlace) return;
      next.apply(meanwhile);
      loadInPlace = load;
      state = next;
      loaded = true;
    } finally {
      since.delete(meanwhile);
    }
  }

  function apply(changes: readonly Change[]): void {
    for (const meanwhile of since) meanwhile.push(...changes);
    state.apply(changes);
  }

  async function connect(source: DocumentSource): Promise<() => void> {
    const disconnect = source.subscribe(apply);
    try {
      await replace(source.load());
    } catch (error) {
      disconnect();
      throw error;
    }
    return disconnect;
  }

  return {
    lists,
    replace,
    apply,
    connect,
    response: (slug, ordering) => (loaded ? state.list(slug)?.response(ordering) : undefined),
    status: () => ({ loaded, ...state.status() }),
  };
}

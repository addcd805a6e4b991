import { setImmediate, setTimeout } from 'node:timers/promises';
import type { List } from '../lists/index.ts';
import { State } from './State.ts';
import type { Change, DocumentSource, ReadModel, ReadModelState } from './types.ts';

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
  let standing: { state: ReadModelState; since: number } = { state: 'loading', since: Date.now() };
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
      enter('live');
    } finally {
      since.delete(meanwhile);
    }
  }

  async function apply(changes: readonly Change[]): Promise<void> {
    for (const meanwhile of since) meanwhile.push(...changes);
    state.apply(changes);
  }

  function enter(next: ReadModelState, at = Date.now()): void {
    if (standing.state !== next) standing = { state: next, since: at };
  }

  async function connect(source: DocumentSource): Promise<() => void> {
    let connected = true;
    let isCurrent = true;
    let loads = 0;
    async function load(): Promise<void> {
      loads += 1;
      try {
        await replace(source.load());
      } finally {
        loads -= 1;
      }
      if (connected && isCurrent && loads === 0) enter('live');
    }
    async function loadAgain(): Promise<void> {
      for (let wait = 500; connected; wait = Math.min(wait * 2, 30_000)) {
        try {
          return await load();
        } catch {
          await setTimeout(wait);
        }
      }
    }
    const unsubscribe = source.subscribe({
      changed: apply,
      lost() {
        if (loaded) enter('behind');
        void loadAgain();
      },
      current(now) {
        isCurrent = now;
        if (loaded) enter(isCurrent && loads === 0 ? 'live' : 'behind');
      },
    });
    function disconnect(): void {
      connected = false;
      unsubscribe();
      if (loaded) enter('behind');
    }
    try {
      await load();
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
    restore: async () => false,
    snapshot: () => undefined,
    response: (slug, ordering) => (loaded ? state.list(slug)?.response(ordering) : undefined),
    status: () => ({ ...standing, loaded, ...state.status() }),
  };
}

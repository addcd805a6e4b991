import type { Touched } from './commits.ts';
import { type Reader, SETTINGS, type Written } from './reader.ts';

/**
 * How far back each look reaches, in milliseconds. A document bears the time at which its save began, so one that
 * took long to commit appears behind others that are known already.
 */
const OVERLAP_MS = 10_000;

export interface WatchOptions {
  /** Milliseconds between looks. */
  interval: number;
  found(touched: Touched[]): Promise<void>;
  failed(error: unknown): void;
}

/** Looks for writes of other processes (an import, another server) by asking what was written since the last look. */
export interface Watch {
  start(): void;
  stop(): void;
  /** Takes all that is written now as known. */
  rebase(): Promise<void>;
  /** Notes the state of documents that this process has read; those without an entry in `written` are gone. */
  saw(kind: string, ids: string[], written: Written[]): void;
}

interface Known {
  at: Map<string, number>;
  newest: number;
}

export function createWatch(reader: Reader, { interval, found, failed }: WatchOptions): Watch {
  const known = new Map<string, Known>();
  let settingsAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let running = false;

  function note(kind: string, { id, at }: Written): void {
    const of = known.get(kind);
    if (!of) return;
    of.at.set(id, at);
    of.newest = Math.max(of.newest, at);
  }

  async function lookAt(kind: string, of: Known): Promise<Touched[]> {
    const recent = await reader.writtenSince(kind, Math.max(0, of.newest - OVERLAP_MS));
    const changed = recent.filter(({ id, at }) => of.at.get(id) !== at);
    for (const each of changed) note(kind, each);
    const ids = changed.map(({ id }) => id);
    if ((await reader.count(kind)) !== of.at.size) {
      const all = new Map((await reader.writtenSince(kind, 0)).map(({ id, at }) => [id, at]));
      for (const id of of.at.keys()) if (!all.has(id)) ids.push(id);
      for (const [id, at] of all) if (of.at.get(id) !== at) ids.push(id);
      of.at = all;
    }
    return ids.map((id) => ({ kind, id }));
  }

  async function look(): Promise<void> {
    const touched: Touched[] = [];
    for (const [kind, of] of known) touched.push(...(await lookAt(kind, of)));
    const { at } = await reader.settings();
    if (at !== settingsAt) touched.push({ kind: SETTINGS, id: '' });
    settingsAt = at;
    await found(touched);
  }

  function schedule(): void {
    timer = setTimeout(async () => {
      try {
        await look();
      } catch (error) {
        failed(error);
      }
      if (running) schedule();
    }, interval);
    timer.unref();
  }

  return {
    start() {
      if (running) return;
      running = true;
      schedule();
    },
    stop() {
      running = false;
      clearTimeout(timer);
    },
    async rebase() {
      for (const kind of reader.kinds) {
        const all = await reader.writtenSince(kind, 0);
        const newest = all.reduce((latest, { at }) => Math.max(latest, at), 0);
        known.set(kind, { at: new Map(all.map(({ id, at }) => [id, at])), newest });
      }
      settingsAt = (await reader.settings()).at;
    },
    saw(kind, ids, written) {
      const of = known.get(kind);
      if (!of) return;
      const present = new Set(written.map(({ id }) => id));
      for (const id of ids) if (!present.has(id)) of.at.delete(id);
      for (const each of written) note(kind, each);
    },
  };
}

import type { Moved } from './dataVersion.ts';
import { type Reader, SETTINGS, type Written } from './reader.ts';
import { SILENCE, type Touched, type Watch, type WatchListener } from './watch.ts';

/**
 * How far back each look reaches, in milliseconds. A document bears the time at which its save began, so one that
 * took long to commit appears behind others that are known already.
 */
const OVERLAP_MS = 10_000;

/** When everything was loaded again for a write that nothing explains, how long the next such write waits, in milliseconds. */
const LOST_PAUSE = 10_000;

/** How long a sign of an import explains what is written, in milliseconds: it may be seen a look early. */
const IMPORT_SEEN = 1000;

export interface PollOptions {
  /** Milliseconds between looks. */
  interval: number;
  /** A cheap way to know that there is nothing to look for. Without one, every look compares. */
  moved?: Moved | undefined;
}

interface Known {
  at: Map<string, number>;
  newest: number;
}

/** Hears of writes by asking, every interval, what was written since the last look. */
export function poll(reader: Reader, { interval, moved }: PollOptions, listener: WatchListener): Watch {
  const known = new Map<string, Known>();
  let settingsAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let isCurrent = true;
  /** What a look has found; kept until all of the look has succeeded. */
  let found: Touched[] = [];
  /** What the last look has found. It is told once more: that look may have seen a save half done. */
  let again: Touched[] = [];
  /** Whether something may have been written since the last comparison that succeeded. */
  let unsure = true;
  /** While other connections commit: whether a comparison has shown what they wrote. */
  let burst: { explained: boolean } | undefined;
  let importSign: string | undefined;
  let importSeenAt = Number.NEGATIVE_INFINITY;
  let lostAt = Number.NEGATIVE_INFINITY;

  function setCurrent(value: boolean, reason?: unknown): void {
    if (isCurrent === value) return;
    isCurrent = value;
    listener.current(value, reason);
  }

  function note(kind: string, { id, at }: Written): void {
    const of = known.get(kind);
    if (!of) return;
    of.at.set(id, at);
    of.newest = Math.max(of.newest, at);
  }

  async function lookAt(kind: string, of: Known): Promise<void> {
    const recent = await reader.writtenSince(kind, Math.max(0, of.newest - OVERLAP_MS));
    const changed = recent.filter(({ id, at }) => of.at.get(id) !== at);
    for (const each of changed) note(kind, each);
    const ids = changed.map(({ id }) => id);
    found.push(...ids.map((id) => ({ kind, id })));
    if ((await reader.count(kind)) === of.at.size) return;
    const all = new Map((await reader.writtenSince(kind, 0)).map(({ id, at }) => [id, at]));
    for (const id of of.at.keys()) if (!all.has(id)) found.push({ kind, id });
    for (const [id, at] of all) if (of.at.get(id) !== at) found.push({ kind, id });
    of.at = all;
  }

  /** Notes what it finds; resolves to whether an import is at work, which writes much beside documents. */
  async function compare(): Promise<boolean> {
    for (const [kind, of] of known) await lookAt(kind, of);
    const { at } = await reader.settings();
    if (at !== settingsAt) found.push({ kind: SETTINGS, id: '' });
    settingsAt = at;
    const sign = await reader.importSign();
    if (sign !== importSign) importSeenAt = performance.now();
    importSign = sign;
    return performance.now() - importSeenAt < IMPORT_SEEN;
  }

  /** One look; resolves to what is to be told. */
  async function look(): Promise<{ touched: Touched[]; lost: boolean }> {
    const since = (await moved?.()) ?? 'unknown';
    if (since === 'same' && !unsure) {
      const touched = again;
      again = [];
      const unexplained = burst?.explained === false;
      const wait = unexplained && performance.now() - lostAt < LOST_PAUSE;
      if (!wait) burst = undefined;
      return { touched, lost: unexplained && !wait };
    }
    unsure = true;
    const importing = await compare();
    unsure = false;
    const touched = [...again, ...found];
    again = found;
    found = [];
    if (since === 'moved') burst = { explained: burst?.explained || importing || again.length > 0 };
    return { touched, lost: false };
  }

  async function turn(): Promise<void> {
    const silence = setTimeout(
      () => setCurrent(false, new Error('The database has not answered for a while.')),
      SILENCE,
    );
    silence.unref();
    try {
      const { touched, lost } = await look();
      clearTimeout(silence);
      if (!running) return;
      if (touched.length > 0) await listener.found(touched);
      if (lost) {
        lostAt = performance.now();
        listener.lost();
      }
      setCurrent(true);
    } catch (error) {
      if (running) setCurrent(false, error);
    } finally {
      clearTimeout(silence);
    }
  }

  function schedule(): void {
    timer = setTimeout(async () => {
      await turn();
      if (running) schedule();
    }, interval);
    timer.unref();
  }

  return {
    start() {
      if (running) return;
      running = true;
      isCurrent = true;
      schedule();
    },
    stop() {
      running = false;
      clearTimeout(timer);
    },
    async rebase() {
      unsure = true;
      for (const kind of reader.kinds) {
        const all = await reader.writtenSince(kind, 0);
        const newest = all.reduce((latest, { at }) => Math.max(latest, at), 0);
        known.set(kind, { at: new Map(all.map(({ id, at }) => [id, at])), newest });
      }
      settingsAt = (await reader.settings()).at;
      importSign = await reader.importSign();
      return undefined;
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

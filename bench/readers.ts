import { startOptions } from '../test/support/startCommand.ts';
import type { SizeName } from './content/portal.ts';
import { type Child, startChild } from './processes/child.ts';
import type { SteadyReaders } from './processes/steady.ts';

const LISTS = [
  'news-categories',
  'service-groups',
  'featured-sections',
  'news-posts',
  'service-useful-links',
];

/** Readers a second whose time is taken. */
export const RATE = 500;

/**
 * What the steady readers ask for. Of the large portal the two lists that can be sent 500 times a second; the large ones are
 * asked for beside them, in turn, one each second, in the quiet and in the busy windows alike.
 */
const TIMED = { tiny: LISTS, small: LISTS, large: ['news-categories', 'service-groups'] };
const BESIDE = { tiny: [], small: [], large: ['news-posts', 'service-useful-links', 'featured-sections'] };

/** Readers at a fixed rate, of one server. */
export interface Readers {
  /** What each of them waits for its answer, in milliseconds. @throws Error when a read fails */
  latencies(seconds: number): Promise<number[]>;
  /** The same until `work` is done. */
  latenciesDuring(work: () => Promise<void>): Promise<number[]>;
}

/** Who reads one server after the other: what a reader's own process takes is then the same for each. */
export interface ReaderProcesses {
  readersOf(url: string): Readers;
  stop(): Promise<void>;
}

/** @param size of the portal that they take it for: it decides which lists are read at the full rate */
export function startReaders(size: SizeName): ReaderProcesses {
  // The readers' own garbage collections count as waits too, so theirs are as short as the server's.
  const start = (): Child<SteadyReaders> =>
    startChild(new URL('./processes/steady.js', import.meta.url), { execArgv: startOptions() });
  const timed = start();
  const beside = start();

  async function read(url: string, seconds: number): Promise<number[]> {
    const addresses = (slugs: readonly string[]) => slugs.map((slug) => `${url}/el/api/v1/${slug}/`);
    const besides = BESIDE[size].length
      ? beside.ask('read', { urls: addresses(BESIDE[size]), rate: 1, seconds })
      : undefined;
    const { latencies, failed } = await timed.ask('read', {
      urls: addresses(TIMED[size]),
      rate: RATE,
      seconds,
    });
    await beside.ask('stop', undefined as never);
    const failures = failed + ((await besides)?.failed ?? 0);
    if (failures > 0) throw new Error(`${failures} reads failed`);
    return latencies;
  }

  return {
    readersOf: (url) => ({
      latencies: (seconds) => read(url, seconds),
      async latenciesDuring(work) {
        const result = read(url, LONGEST);
        await work();
        await timed.ask('stop', undefined as never);
        return result;
      },
    }),
    async stop() {
      await Promise.all([timed.stop(), beside.stop()]);
    },
  };
}

/** A bound for work that never ends, in seconds. */
const LONGEST = 600;

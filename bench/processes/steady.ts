import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepTickShape } from '../../endpoints/keepTickShape.ts';
import { answering } from './answering.ts';

/**
 * Readers who come at a fixed rate, whatever the server does: a request is sent when it is due, not when an earlier one has
 * been answered, so that a stall is counted once for each request that met it. (autocannon's `overallRate` sends all
 * requests of a second at its beginning, and counts in whole milliseconds.)
 */

interface Steady {
  /** Asked for in turn. */
  urls: string[];
  /** Requests a second. */
  rate: number;
  seconds: number;
}

interface SteadyResult {
  /** Of each request, from when it was sent until its last byte was there, in milliseconds. */
  latencies: number[];
  failed: number;
}

/** Milliseconds after which a `stop` is seen, where readers come seldom. */
const LONGEST_SLEEP = 100;

/** Closes what was not used for a minute: the servers end it five seconds later, maybe just when it is used again. */
const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: 60_000 });
let stopped = false;

function timed(url: string): Promise<number | undefined> {
  const began = performance.now();
  return new Promise((resolve) => {
    get(url, { agent, timeout: 60_000 }, (response) => {
      response.on('error', () => resolve(undefined));
      response.on('end', () => resolve(response.statusCode === 200 ? performance.now() - began : undefined));
      response.resume();
    }).on('error', () => resolve(undefined));
  });
}

const methods = {
  /** Asks for so many seconds, or until `stop`. */
  async read({ urls, rate, seconds }: Steady): Promise<SteadyResult> {
    stopped = false;
    const began = performance.now();
    const answers: Promise<number | undefined>[] = [];
    const elapsed = () => performance.now() - began;
    while (!stopped && elapsed() < seconds * 1000) {
      const due = Math.min(elapsed() / 1000, seconds) * rate;
      while (answers.length < due) answers.push(timed(urls[answers.length % urls.length] ?? ''));
      // Looking up more often would take from the processors that the server has.
      const wait = Math.min((answers.length * 1000) / rate, seconds * 1000) - elapsed();
      await sleep(Math.min(Math.ceil(wait), LONGEST_SLEEP));
    }
    const latencies = (await Promise.all(answers)).filter((latency) => latency !== undefined);
    return { latencies, failed: answers.length - latencies.length };
  },
  stop(): void {
    stopped = true;
  },
};

export type SteadyReaders = typeof methods;
// A reader of several minutes is otherwise a slow one from some collection on.
keepTickShape();
answering(methods);

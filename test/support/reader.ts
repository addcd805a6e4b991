import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';

/** How long a read may take before it counts as hanging, in milliseconds. Lists come from memory, within a few. */
const HANGING = 10_000;

/** Between two reads, in milliseconds: some forty a second, without keeping everything else from working. */
const PAUSE = 75;

/** A response as it came. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Sends one GET and reads the whole response.
 *
 * @throws Error when the connection fails, the body is cut short, or nothing comes for ten seconds
 */
export async function read(url: string, agent?: Agent): Promise<Answer> {
  const signal = AbortSignal.timeout(HANGING);
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(signal.aborted ? new Error(`no whole response within ${HANGING / 1000} s`) : error);
    const request = get(url, { agent: agent ?? false, signal }, (response) => {
      const { statusCode = 0, headers } = response;
      buffer(response).then((body) => resolve({ status: statusCode, headers, body }), fail);
    });
    request.on('error', fail);
  });
}

/** What a steady reader has met. */
interface Reading {
  reads: number;
  /** Reads that did not end with 200 and a whole list: the first ones a line each, of the others how many. */
  failed: string[];
  /** Reads that lacked an element that an earlier read had shown, likewise. */
  lost: string[];
  /** Every title that any read has shown. */
  titles: Set<string>;
}

/** Reads until it is stopped. */
export interface SteadyReader {
  /** Waits until so many more reads have been made. @throws Error after a minute */
  more(count: number): Promise<void>;
  stop(): Promise<Reading>;
}

/** How it is read. */
export interface ReadSteadilyOptions {
  /** Reads that are under way at a time. @default 3 */
  connections?: number;
  /** Whether a connection is used again. @default true */
  keepAlive?: boolean;
}

/**
 * Reads a list whose elements are only ever added to, and judges every response: 200, a whole JSON list, the same bytes under
 * the same entity tag, and nothing gone that was there before.
 */
export function readSteadily(
  url: string,
  { connections = 3, keepAlive = true }: ReadSteadilyOptions = {},
): SteadyReader {
  const reading: Reading = { reads: 0, failed: [], lost: [], titles: new Set() };
  const states = new Map<string, { body: Buffer; titles: Set<string> }>();
  const agent = new Agent({ keepAlive, maxSockets: connections });
  const began = Date.now();
  let reads = true;

  function judge({ status, headers, body }: Answer, known: number): void {
    if (status !== 200) throw new Error(`${status} ${body}`);
    if (Number(headers['content-length']) !== body.length) {
      throw new Error(`${body.length} bytes where ${headers['content-length']} were announced`);
    }
    const etag = headers.etag ?? '';
    const state = states.get(etag) ?? { body, titles: titlesOf(body) };
    states.set(etag, state);
    if (!state.body.equals(body)) throw new Error(`other bytes under the same entity tag ${etag}`);
    const gone = [...reading.titles].slice(0, known).filter((title) => !state.titles.has(title));
    if (gone.length > 0) note(reading.lost, `${when()}: ${gone.length} elements are gone, ${gone[0]} first`);
    for (const title of state.titles) reading.titles.add(title);
  }

  const when = (): string => `after ${Date.now() - began} ms`;

  async function readOn(): Promise<void> {
    while (reads) {
      // Only what had been shown before this read began must be in it: others are under way beside it.
      const known = reading.titles.size;
      try {
        reading.reads += 1;
        judge(await read(url, agent), known);
      } catch (error) {
        note(reading.failed, `${when()}: ${(error as Error).message}`);
      }
      await sleep(PAUSE);
    }
  }

  const loops = Array.from({ length: connections }, readOn);
  return {
    async more(count) {
      const wanted = reading.reads + count;
      await vi.waitFor(() => expect(reading.reads).toBeGreaterThanOrEqual(wanted), { timeout: 60_000 });
    },
    async stop() {
      reads = false;
      await Promise.all(loops);
      agent.destroy();
      return reading;
    },
  };
}

/** Thousands of reads may fail alike: a few say what happened. */
function note(lines: string[], line: string): void {
  if (lines.length < 5) lines.push(line);
  else lines[5] = `and ${Number(/\d+/.exec(lines[5] ?? '0')) + 1} more`;
}

/** The titles of a list's elements. @throws SyntaxError for what is no JSON */
export function titlesOf(body: Buffer): Set<string> {
  return new Set((JSON.parse(body.toString()) as { title: string }[]).map(({ title }) => title));
}

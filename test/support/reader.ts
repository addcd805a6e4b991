import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';

/** The time limit of a read, in milliseconds. Lists come from memory within a few. */
const HANGING = 10_000;

/** The pause between two reads, in milliseconds: about forty a second, which leaves time for other work. */
const PAUSE = 75;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Sends a GET and reads the whole response.
 *
 * @throws Error if the connection fails, the body is cut off, or nothing arrives for ten seconds
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

interface Reading {
  reads: number;
  /** Reads without a 200 and a complete list: a line for each of the first, then the number of others. */
  failed: string[];
  /** Reads that lacked an element of an earlier read, in the same form. */
  lost: string[];
  /** All titles that any read has shown. */
  titles: Set<string>;
}

/** Reads until it is stopped. */
export interface SteadyReader {
  /** Waits for so many more reads. @throws Error after a minute */
  more(count: number): Promise<void>;
  stop(): Promise<Reading>;
}

export interface ReadSteadilyOptions {
  /** The number of parallel reads. @default 3 */
  connections?: number;
  /** Whether connections are reused. @default true */
  keepAlive?: boolean;
}

/**
 * Reads a list that only grows, and checks each response: status 200, a complete JSON list, the same bytes for the same entity
 * tag, and no element missing that was there before.
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
      // Compared with the elements shown before this read began, since other reads run in parallel.
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

/** Thousands of reads may fail in the same way, so only a few are listed. */
function note(lines: string[], line: string): void {
  if (lines.length < 5) lines.push(line);
  else lines[5] = `and ${Number(/\d+/.exec(lines[5] ?? '0')) + 1} more`;
}

/** The titles of a list's elements. @throws SyntaxError if it is not JSON */
export function titlesOf(body: Buffer): Set<string> {
  return new Set((JSON.parse(body.toString()) as { title: string }[]).map(({ title }) => title));
}

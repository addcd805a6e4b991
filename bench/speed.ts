import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import type { SizeName } from './portal.ts';
import { median, megabytes, printFigure, printHeading } from './print.ts';
import { firstLine, processorSeconds, runNode, script, startNode } from './processes.ts';
import { type Received, request } from './request.ts';
import type { Server } from './server.ts';

const SHORT = '/el/api/v1/service-groups/';
const LONG = '/el/api/v1/news-posts/';
const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');
/** In each start; the two servers take turns. */
const ROUNDS = 4;

interface Ratio {
  ratio: number;
  /** Requests per second of processor time. */
  ours: number;
  theirs: number;
}

/** Requests of one kind. */
interface Load {
  name: string;
  url: (server: Server) => string;
  status: number;
  connections: number;
  headers: string[];
}

/** Compares pairs of servers that give the same answers, by the processor time that the same requests take them. */
export class Comparison {
  readonly #seconds: number;
  readonly #ratios = new Map<string, Ratio[]>();

  /** @param seconds about how long each server is driven in a round */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** Compares two servers that have just been started. @throws Error if an answer differs, or is not what it has to be */
  async compare(ours: Server, theirs: Server): Promise<void> {
    for (const load of await loadsOf(ours, theirs)) {
      const ratios = this.#ratios.get(load.name) ?? [];
      this.#ratios.set(load.name, ratios);
      ratios.push(await this.#compareUnder(load, ours, theirs));
    }
  }

  async #compareUnder(load: Load, ours: Server, theirs: Server): Promise<Ratio> {
    const used = new Map([ours, theirs].map((server) => [server, 0]));
    const warmUp = ['-d', String(Math.max(1, this.#seconds))];
    const rates = [await drive(load, ours, warmUp), await drive(load, theirs, warmUp)];
    const amount = Math.max(load.connections, Math.round(Math.min(...rates) * this.#seconds));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const server of round % 2 ? [theirs, ours] : [ours, theirs]) {
        const before = processorSeconds(server.child.pid ?? 0);
        await drive(load, server, ['-a', String(amount)]);
        const seconds = processorSeconds(server.child.pid ?? 0) - before;
        used.set(server, (used.get(server) ?? 0) + seconds);
      }
    }
    const rate = (server: Server) => (ROUNDS * amount) / (used.get(server) ?? 0);
    return { ratio: rate(ours) / rate(theirs), ours: rate(ours), theirs: rate(theirs) };
  }

  print(title: string): void {
    printHeading(title);
    for (const [name, ratios] of this.#ratios) {
      const all = ratios.map(({ ratio }) => ratio);
      const rate = (which: 'ours' | 'theirs') =>
        Math.round(median(ratios.map((ratio) => ratio[which]))).toLocaleString('en');
      printFigure({
        name,
        value: median(all).toFixed(2),
        promise: '0.95',
        detail: `${Math.min(...all).toFixed(2)} .. ${Math.max(...all).toFixed(2)}   ${rate('ours')}/s beside ${rate('theirs')}/s`,
      });
    }
  }
}

/** Starts a bare node:http server that answers as that server does. */
export function startBare(from: Server): Promise<Server> {
  return startPeer('bare', from.url, SHORT, LONG);
}

/** Starts a bare Express app that answers as that server does. */
export function startBareExpress(from: Server): Promise<Server> {
  return startPeer('express-bare', from.url, SHORT, LONG);
}

/** Starts Express with the project's router over a generated portal. */
export function startExpressRouter(size: SizeName): Promise<Server> {
  return startPeer('express-router', size);
}

async function startPeer(...args: string[]): Promise<Server> {
  const child: ChildProcess = startNode([script('peer.js'), ...args], { stdout: 'pipe' });
  return { url: await firstLine(child), child };
}

/** @throws Error if the two do not answer the same */
async function loadsOf(ours: Server, theirs: Server): Promise<Load[]> {
  const short = await sameAnswer(SHORT, ours, theirs);
  const long = await sameAnswer(LONG, ours, theirs);
  const tag = short.headers.ETag ?? '';
  await sameAnswer(SHORT, ours, theirs, { 'If-None-Match': tag });
  const load = (name: string, path: string, status: number, connections: number, headers: string[] = []) => ({
    name,
    url: ({ url }: Server) => url + path,
    status,
    connections,
    headers,
  });
  return [
    load(`a list of ${megabytes(short.body.length)}`, SHORT, 200, 16),
    load('a 304', SHORT, 304, 16, ['-H', `If-None-Match=${tag}`]),
    load(`a list of ${megabytes(long.body.length)}`, LONG, 200, 4),
  ];
}

async function sameAnswer(path: string, ours: Server, theirs: Server, headers = {}): Promise<Received> {
  const [one, other] = await Promise.all([ours, theirs].map(({ url }) => request(url + path, headers)));
  if (!one || !other) throw new Error('There is no answer.');
  const compared = ({ status, headers: { Date: _, ...rest }, body }: Received) => ({ status, rest, body });
  if (!isDeepStrictEqual(compared(one), compared(other))) {
    throw new Error(`${path}: the answers differ: ${JSON.stringify([one.headers, other.headers])}`);
  }
  return one;
}

/** Sends requests from a process of its own. @returns how many a second were answered @throws Error if one failed */
async function drive(load: Load, server: Server, extent: string[]): Promise<number> {
  const args = ['--json', '-c', String(load.connections), '-t', '60', ...load.headers, ...extent];
  const result = JSON.parse(await runNode([AUTOCANNON, ...args, load.url(server)], { stdout: 'pipe' }));
  const { [load.status]: right, ...wrong } = result.statusCodeStats;
  if (!right || Object.keys(wrong).length > 0 || result.errors > 0 || result.timeouts > 0) {
    throw new Error(
      `${load.url(server)}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`,
    );
  }
  return right.count / result.duration;
}

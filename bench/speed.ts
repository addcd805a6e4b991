import { isDeepStrictEqual } from 'node:util';
import type { Driven, Load } from './driver.ts';
import type { SizeName } from './portal.ts';
import { kilobytes, median, printFigure, printHeading } from './print.ts';
import { nextMessage, processorSeconds, script, startNode, stop } from './processes.ts';
import { type Received, request } from './request.ts';
import type { Server } from './server.ts';

const SHORT = '/el/api/v1/service-groups/';
const LONG = '/el/api/v1/news-posts/';
/** In each start; the two servers take turns. */
const ROUNDS = 4;

interface Ratio {
  ratio: number;
  /** Requests per second of processor time. */
  ours: number;
  theirs: number;
}

/** Requests of one kind. */
interface Requests {
  name: string;
  path: string;
  status: number;
  connections: number;
  headers: Record<string, string>;
}

/** Compares pairs of servers that give the same answers, by the processor time that the same requests take them. */
export class Comparison {
  readonly #driver = startNode([script('driver.js')], { hasMessages: true });
  readonly #seconds: number;
  readonly #ratios = new Map<string, Ratio[]>();

  /** @param seconds about how long each server is driven in a round */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** Compares two servers that have just been started. @throws Error if an answer differs, or is not what it has to be */
  async compare(ours: Server, theirs: Server): Promise<void> {
    for (const requests of await requestsOf(ours, theirs)) {
      const ratios = this.#ratios.get(requests.name) ?? [];
      this.#ratios.set(requests.name, ratios);
      ratios.push(await this.#compareBy(requests, ours, theirs));
    }
  }

  async #compareBy(requests: Requests, ours: Server, theirs: Server): Promise<Ratio> {
    const rates: number[] = [];
    for (const server of [ours, theirs]) {
      rates.push(await this.#drive(requests, server, { duration: this.#seconds }));
    }
    const amount = Math.max(requests.connections, Math.round(Math.min(...rates) * this.#seconds));
    const used = new Map([ours, theirs].map((server) => [server, 0]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const server of round % 2 ? [theirs, ours] : [ours, theirs]) {
        const before = processorSeconds(server.child);
        await this.#drive(requests, server, { amount });
        const seconds = processorSeconds(server.child) - before;
        used.set(server, (used.get(server) ?? 0) + seconds);
      }
    }
    const rate = (server: Server) => (ROUNDS * amount) / (used.get(server) ?? 0);
    return { ratio: rate(ours) / rate(theirs), ours: rate(ours), theirs: rate(theirs) };
  }

  /** @returns how many requests a second were answered @throws Error if one failed */
  async #drive(
    { path, status, connections, headers }: Requests,
    { url }: Server,
    extent: Pick<Load, 'amount' | 'duration'>,
  ): Promise<number> {
    this.#driver.send({ url: url + path, status, connections, headers, ...extent } satisfies Load);
    const { rate, error } = await nextMessage<Driven>(this.#driver);
    if (error) throw new Error(error);
    return rate;
  }

  /** Prints what was found, and ends. */
  async print(title: string): Promise<void> {
    await stop(this.#driver);
    printHeading(title);
    for (const [name, ratios] of this.#ratios) {
      const all = ratios.map(({ ratio }) => ratio);
      const rate = (which: 'ours' | 'theirs') =>
        Math.round(median(ratios.map((ratio) => ratio[which]))).toLocaleString('en');
      printFigure({
        name,
        value: median(all).toFixed(2),
        promise: '0.9',
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
  const child = startNode([script('peer.js'), ...args], { hasMessages: true });
  return { url: await nextMessage(child), child };
}

/** @throws Error if the two do not answer the same */
async function requestsOf(ours: Server, theirs: Server): Promise<Requests[]> {
  const short = await sameAnswer(SHORT, ours, theirs);
  const long = await sameAnswer(LONG, ours, theirs);
  const tag = short.headers.ETag ?? '';
  await sameAnswer(SHORT, ours, theirs, { 'If-None-Match': tag });
  const small = { path: SHORT, connections: 16 };
  return [
    { ...small, name: `a list of ${kilobytes(short.body.length)}`, status: 200, headers: {} },
    { ...small, name: 'a 304', status: 304, headers: { 'If-None-Match': tag } },
    {
      path: LONG,
      connections: 4,
      name: `a list of ${kilobytes(long.body.length)}`,
      status: 200,
      headers: {},
    },
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

import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { elementTexts } from '../endpoints/support/capture.ts';
import { onFileEnd } from './cleanup.ts';
import { MODELS } from './contractRows.ts';

export interface LegacyRequest {
  list: string;
  /** The prefix that it was asked for under. */
  under: string;
  ordering: string | undefined;
  /** The number of earlier requests, for any list. */
  before: number;
  headers: IncomingMessage['headers'];
}

export type Fault =
  | { status: number; retryAfter?: string }
  /** Ends early: with a broken connection, or as if it were complete. */
  | { cut: 'connection' | 'quietly' }
  | { slow: number }
  | { silent: true }
  | { type: string; body?: Buffer }
  | { redirect: string }
  | { gzip: true; cut?: true };

/** A simulated legacy system. Its content and its faults may change at any time. */
export interface LegacySystem {
  url: string;
  readonly requests: LegacyRequest[];
  /** The maximum number of parallel requests so far. */
  readonly atOnce: number;
  /** The bodies by capture name without `.json`. Unknown orderings get the default list. */
  bodies: Record<string, string>;
  /** Other files, by path; or what answers for one. */
  files: Record<string, Buffer | ((response: ServerResponse) => void)>;
  /** The paths of the requested files. */
  readonly filesAsked: string[];
  /** Headers of every list, in addition to the three of the contract or in place of them. */
  headers: Record<string, string>;
  /** The lists whose records it answers by their ids. None at first. */
  records: string[];
  /** What every other request than for lists and files gets. */
  faultOfOthers: { status: number } | undefined;
  /** The paths of other requests than for lists and files. */
  readonly othersAsked: string[];
  /** Further prefixes of the lists. Those in `sendingOn` lead to the first one. */
  prefixes: string[];
  sendingOn: string[];
  /** Called before each response, to change the content. */
  meanwhile(request: LegacyRequest): void;
  fault(request: LegacyRequest): Fault | undefined;
}

/** The bodies of the captured legacy portal, by capture name without `.json`. */
export async function capturedBodies(): Promise<Record<string, string>> {
  const folder = path.join(import.meta.dirname, '../fixtures/legacy-capture');
  const read = (await readdir(folder)).map(async (file) => [
    path.basename(file, '.json'),
    await readFile(path.join(folder, file), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(read));
}

/** Starts a legacy system with its lists below a prefix. It ends with the test file. */
export async function startLegacySystem(
  bodies: Record<string, string>,
  prefix = '/el/api/v1',
): Promise<LegacySystem> {
  const requests: LegacyRequest[] = [];
  const filesAsked: string[] = [];
  const othersAsked: string[] = [];
  const underWay = { now: 0, most: 0 };
  const server = createServer((request, response) => {
    underWay.now++;
    underWay.most = Math.max(underWay.most, underWay.now);
    response.on('close', () => underWay.now--);
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '', 'http://legacy');
    const file = system.files[url.pathname];
    if (file) {
      filesAsked.push(url.pathname);
      if (typeof file === 'function') return file(response);
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(file);
      return;
    }
    const isUnder = (each: string) => url.pathname.startsWith(`${each}/`);
    const own = [prefix, ...system.prefixes].find(isUnder) ?? '';
    const [, list = ''] = new RegExp(`^${own}/([\\w-]+)/$`).exec(url.pathname) ?? [];
    if (!(list in system.bodies)) {
      othersAsked.push(url.pathname);
      if (system.faultOfOthers) {
        response.writeHead(system.faultOfOthers.status).end();
        return;
      }
      const old = system.sendingOn.find(isUnder);
      if (old !== undefined) {
        const Location = `${prefix}${url.pathname.slice(old.length)}${url.search}`;
        response.writeHead(302, { Location }).end();
      } else if (!answerRecord(system, url.pathname.slice(own.length), url.pathname, response))
        response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html>404</html>');
      return;
    }
    const ordering = url.searchParams.get('ordering') ?? undefined;
    const request = { list, under: own, ordering, before: requests.length, headers: message.headers };
    requests.push(request);
    system.meanwhile(request);
    const named = ordering === undefined ? undefined : system.bodies[`${list}.ordering=${ordering}`];
    const body = Buffer.from(named ?? system.bodies[list] ?? '');
    const fault = url.searchParams.has('moved') ? undefined : system.fault(request);
    for (const [name, value] of Object.entries({ ...HEADERS, ...system.headers }))
      response.setHeader(name, value);
    await send(response, body, fault, url);
  }

  const system: LegacySystem = {
    url: '',
    requests,
    get atOnce() {
      return underWay.most;
    },
    bodies,
    files: {},
    filesAsked,
    records: [],
    faultOfOthers: undefined,
    othersAsked,
    prefixes: [],
    sendingOn: [],
    headers: {},
    meanwhile() {},
    fault: () => undefined,
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  system.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return system;
}

/** Answers for one record (contract: One record by its id). False if it serves none there. */
function answerRecord(
  { bodies, headers, records }: LegacySystem,
  target: string,
  pathname: string,
  response: ServerResponse,
): boolean {
  const [, list = '', id = '', slash] = /^\/([\w-]+)\/([^/]+)(\/?)$/.exec(target) ?? [];
  if (!records.includes(list)) return false;
  if (!slash) {
    response.writeHead(301, { Location: `${pathname}/` }).end();
    return true;
  }
  const element = elementTexts(bodies[list] ?? '[]').find((each) => JSON.parse(each).id === Number(id));
  const missing = /^\d+$/.test(id) ? `No ${MODELS[list]} matches the given query.` : 'Not found.';
  response
    .writeHead(element ? 200 : 404, { ...HEADERS, ...headers })
    .end(element ?? JSON.stringify({ detail: missing }));
  return true;
}

/** The three headers of the legacy system (contract: Requests and responses). */
const HEADERS = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };

async function send(
  response: ServerResponse,
  body: Buffer,
  fault: Fault | undefined,
  url: URL,
): Promise<void> {
  const half = body.subarray(0, body.length / 2);
  if (!fault) {
    response.writeHead(200, { 'Content-Length': body.length }).end(body);
  } else if ('status' in fault) {
    const { status, retryAfter } = fault;
    response.writeHead(status, retryAfter ? { 'Retry-After': retryAfter } : {}).end('{}');
  } else if ('gzip' in fault) {
    const zipped = gzipSync(body);
    response
      .writeHead(200, { 'Content-Encoding': 'gzip' })
      .end(fault.cut ? zipped.subarray(0, zipped.length / 2) : zipped);
  } else if ('cut' in fault) {
    response.writeHead(200, fault.cut === 'connection' ? { 'Content-Length': body.length } : {});
    response.write(half, () => (fault.cut === 'connection' ? response.destroy() : response.end()));
  } else if ('slow' in fault) {
    response.write(half);
    await sleep(fault.slow);
    response.end(body.subarray(half.length));
  } else if ('type' in fault) {
    response.writeHead(200, { 'Content-Type': fault.type }).end(fault.body ?? body);
  } else if ('redirect' in fault) {
    const query = url.search ? `${url.search}&moved` : '?moved';
    response.writeHead(302, { Location: `${fault.redirect}${url.pathname}${query}` }).end();
  } else {
    response.write(half.subarray(0, 10));
  }
}

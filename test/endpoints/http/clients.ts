import { createServer, request as nodeRequest, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { expect } from 'vitest';
import {
  fetchHandler,
  type Handler,
  type HandlerResponse,
  nodeContinueListener,
  nodeListener,
  portalRouter,
} from '../../../endpoints/http/index.ts';
import { onFileEnd } from '../../support/cleanup.ts';

/** What a client sees of a response; the headers that every server of that kind adds by itself are left out. */
export interface Seen {
  status: number;
  headers: Record<string, string>;
  /** As text, without its coding. */
  body: string;
  /** Whether the server asked for the body of a request with `Expect: 100-continue`. */
  continued?: boolean;
}

export interface Ask {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  /** A body that the client offers. */
  body?: string;
}

export type Client = (ask: Ask) => Promise<Seen>;

/** What a request that no list answers gets from whatever stands behind the handler. */
export const BEHIND: Seen = { status: 418, headers: { 'Content-Length': '6' }, body: 'behind' };

/** One client for each way in which the lists can be served. */
export const clients: Record<string, (handler: Handler) => Promise<Client>> = {
  async 'the bare handler'(handler) {
    return async ({ method = 'GET', target, headers = {} }) => {
      const response = await handler({ method, url: target, headers });
      if (!response) return BEHIND;
      const { status, body } = response;
      return seen(status, { ...response.headers }, bytesOf(body), method);
    };
  },

  async 'node:http'(handler) {
    const behind: RequestListener = (_, response) =>
      response.writeHead(418, { 'Content-Length': '6' }).end('behind');
    const server = createServer(nodeListener(handler, behind));
    return clientOf(server.on('checkContinue', nodeContinueListener(handler, behind)));
  },

  async 'Express 5'(handler) {
    const app = express();
    app.use(portalRouter(handler));
    app.use((_, response) => void response.writeHead(418, { 'Content-Length': '6' }).end('behind'));
    return clientOf(createServer(app), ['X-Powered-By']);
  },

  async 'Express 5, mounted at its prefixes'(handler) {
    const app = express();
    app.use(['/el/api/v1', '/api/v1'], portalRouter(handler));
    app.use((_, response) => void response.writeHead(418, { 'Content-Length': '6' }).end('behind'));
    return clientOf(createServer(app), ['X-Powered-By']);
  },

  async fetch(handler) {
    return async ({ method = 'GET', target, headers = {}, body }) => {
      const url = new URL(target, 'https://portal.example');
      // Without a prefix of its own there is nothing behind a fetch handler; see fetch.test.ts.
      if (!(await handler({ method, url: url.href, headers }))) return BEHIND;
      const response = await fetchHandler(handler)(
        new Request(url, { method, headers, ...(body ? { body } : {}) }),
      );
      const names = [...response.headers].map(([name, value]) => [canonical(name), value]);
      const bytes = Buffer.from(await response.arrayBuffer());
      return seen(response.status, Object.fromEntries(names), bytes, method);
    };
  },
};

/** A body's bytes. */
function bytesOf(body: HandlerResponse['body']): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : (body ?? Buffer.alloc(0));
}

/** What has come, decoded. A length that is not the body's is no response. */
function seen(status: number, headers: Record<string, string>, bytes: Buffer, method: string): Seen {
  const { 'Content-Encoding': coding, 'Content-Length': length } = headers;
  const hasBody = method !== 'HEAD' && status !== 304;
  if (!hasBody) expect(bytes).toHaveLength(0);
  else expect(String(bytes.length)).toBe(length);
  if (!hasBody || coding === undefined) return { status, headers, body: bytes.toString() };
  const decoded = coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
  return { status, headers, body: decoded.toString() };
}

/** Headers that Node's server adds to every response. */
const SERVER_HEADERS = ['Date', 'Connection', 'Keep-Alive'];

async function clientOf(server: Server, alsoAdded: string[] = []): Promise<Client> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFileEnd(() => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()));
  const { port } = server.address() as AddressInfo;
  return ({ method = 'GET', target, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      let continued = false;
      const request = nodeRequest({ port, method, path: target, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        response.on('end', () => {
          const { rawHeaders, statusCode: status = 0 } = response;
          const named: Record<string, string> = {};
          for (let at = 0; at < rawHeaders.length; at += 2) {
            const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
            if (!SERVER_HEADERS.includes(name) && !alsoAdded.includes(name)) named[name] = value;
          }
          const expects = headers.Expect === undefined ? {} : { continued };
          resolve({ ...seen(status, named, Buffer.concat(chunks), method), ...expects });
          request.destroy();
        });
      });
      request.on('error', reject).on('continue', () => {
        continued = true;
        request.end(body);
      });
      if (headers.Expect === undefined) request.end(body);
      else request.flushHeaders();
    });
}

/** `content-type` as `Content-Type`, the way the handler spells it; `etag` as `ETag`. */
function canonical(name: string): string {
  return name === 'etag' ? 'ETag' : name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

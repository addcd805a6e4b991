import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import express from 'express';
import { keepTickShape } from '../../endpoints/keepTickShape.ts';
import { createHandler, createReadModel, lists, portalRouter } from '../../src/index.ts';
import { answering } from './answering.ts';

/**
 * What the project is compared with: servers that hold finished answers and do nothing but send them. And the other half of
 * a pair that is no server of the project's own: Express with its router.
 */

interface Copy {
  /** The server whose answers are copied. */
  from: string;
  paths: string[];
}

interface Held {
  headers: Record<string, string>;
  body: Buffer;
  /** What the same request with the entity tag gets. */
  notModified: Record<string, string>;
}

/** Node writes these by itself. */
const OWN = ['date', 'connection', 'keep-alive', 'transfer-encoding'];
/** As the project's server has it, since every response names it. */
const KEEP_ALIVE = 65_000;

// As the project's server does, or chance decides: without it they are a third slower from the full collection on that happens
// to meet no tick.
keepTickShape();

const answers = new Map<string, Held>();

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries([...response.headers].filter(([name]) => !OWN.includes(name)).map(spelled));
}

/** Names as the server spells them; `fetch` gives them in lower case. */
function spelled([name, value]: [string, string]): [string, string] {
  if (name === 'etag') return ['ETag', value];
  return [name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()), value];
}

async function copy({ from, paths }: Copy): Promise<void> {
  for (const path of paths) {
    const response = await fetch(from + path);
    const body = Buffer.from(await response.arrayBuffer());
    const headers = headersOf(response);
    const again = await fetch(from + path, { headers: { 'If-None-Match': headers.ETag ?? '' } });
    if (response.status !== 200 || again.status !== 304) {
      throw new Error(`${path}: ${response.status}, then ${again.status}`);
    }
    answers.set(path, { headers, body, notModified: headersOf(again) });
  }
}

function sendHeld(request: IncomingMessage, response: ServerResponse): void {
  const held = answers.get(request.url ?? '');
  if (!held) {
    response.writeHead(404);
    response.end();
  } else if (request.headers['if-none-match'] === held.headers.ETag) {
    response.writeHead(304, held.notModified);
    response.end();
  } else {
    response.writeHead(200, held.headers);
    response.end(held.body);
  }
}

/** @returns the address */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function expressApp(): express.Express {
  const app = express();
  app.disable('x-powered-by');
  return app;
}

const methods = {
  /** A bare node:http server. */
  async bare(what: Copy): Promise<string> {
    await copy(what);
    return listen(sendHeld);
  },

  /** Express with one middleware that sends the same bytes. */
  async expressBare(what: Copy): Promise<string> {
    await copy(what);
    return listen(expressApp().use(sendHeld));
  },

  /** Express with the project's router over the same content. @param documents a file, see Data */
  async expressRouter(documents: string): Promise<string> {
    const readModel = createReadModel({ lists });
    await readModel.replace(changesIn(documents));
    return listen(expressApp().use(portalRouter(createHandler({ readModel }))));
  },
};

async function* changesIn(file: string) {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line);
}

export type Peer = typeof methods;
answering(methods);

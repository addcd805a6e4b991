import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createHandler, portalRouter } from '../endpoints/http/index.ts';
import { lists } from '../endpoints/lists/index.ts';
import { createReadModel } from '../endpoints/read-model/index.ts';
import { Portal, type SizeName } from './portal.ts';
import { type Received, request } from './request.ts';

/**
 * A server beside which another is measured, in a process of its own: it sends its address as a message, and serves
 * until it is stopped. `bare FROM PATH...` and `express-bare FROM PATH...` send what another server answered, `express-router SIZE`
 * has the project's router.
 */

/** As the project's server has it, since every response names it. In milliseconds. */
const KEEP_ALIVE = 65_000;
/** Headers that Node writes by itself. */
const OWN = ['date', 'connection', 'keep-alive'];

/** Sends finished answers and does nothing else. */
async function copyOf(from: string, paths: string[]): Promise<RequestListener> {
  const copies = new Map<string | undefined, { list: Received; notModified: Received }>();
  for (const path of paths) {
    const list = withoutOwn(await request(from + path));
    const notModified = withoutOwn(await request(from + path, { 'If-None-Match': list.headers.ETag ?? '' }));
    copies.set(path, { list, notModified });
  }
  return (request, response) => {
    const copy = copies.get(request.url);
    if (!copy) {
      response.writeHead(404).end();
    } else if (request.headers['if-none-match'] === copy.list.headers.ETag) {
      response.writeHead(copy.notModified.status, copy.notModified.headers).end();
    } else {
      response.writeHead(copy.list.status, copy.list.headers).end(copy.list.body);
    }
  };
}

function withoutOwn(received: Received): Received {
  const headers = Object.entries(received.headers).filter(([name]) => !OWN.includes(name.toLowerCase()));
  return { ...received, headers: Object.fromEntries(headers) };
}

async function router(size: SizeName): Promise<RequestListener> {
  const readModel = createReadModel({ lists });
  await readModel.replace(new Portal(size).documents());
  return expressApp().use(portalRouter(createHandler({ readModel })));
}

function expressApp(): express.Express {
  return express().disable('x-powered-by');
}

async function listenerOf([kind, from = '', ...paths]: string[]): Promise<RequestListener> {
  if (kind === 'express-router') return router(from as SizeName);
  const copy = await copyOf(from, paths);
  return kind === 'express-bare' ? expressApp().use(copy) : copy;
}

const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, await listenerOf(process.argv.slice(2)));
await once(server.listen(0, '127.0.0.1'), 'listening');
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
process.once('disconnect', () => process.exit());

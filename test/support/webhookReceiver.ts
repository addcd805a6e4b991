import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onFileEnd } from './cleanup.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** The list that a message is about. */
export const listOf = ({ body }: Received): string => JSON.parse(body).data.list;

/** A receiver of webhooks that answers as it is told, until the file ends. */
export async function startReceiver() {
  const received: Received[] = [];
  const answer = { status: 204, hangs: false };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers, body });
    if (!answer.hangs) response.writeHead(answer.status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook?key=secret`,
    name: `http://127.0.0.1:${port}`,
    received,
    answer,
  };
}

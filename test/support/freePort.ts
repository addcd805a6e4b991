import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * A port that nobody listens on right now, for a process that is told its port before it listens. The benchmark imports
 * this file, so it knows nothing of vitest.
 */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

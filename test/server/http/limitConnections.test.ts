import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { clients } from '../../../src/server/http/clientAddress.ts';
import { limitConnections } from '../../../src/server/http/limits.ts';
import { networkOf } from '../../../src/system/network.ts';
import type { ConnectionLimits } from '../../../src/system/settings/env.ts';
import { onFileEnd } from '../../support/cleanup.ts';

let warnings: string[];
beforeEach(() => {
  warnings = [];
});

async function limited(limits: ConnectionLimits, trusted: string[] = []): Promise<number> {
  const server = createServer((_request, response) => void response.end('answered'));
  limitConnections(server, clients(trusted), limits, (line) => warnings.push(line));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** A connection on which something has been asked, and whether there was an answer. */
async function open(
  port: number,
  localAddress = '127.0.0.1',
): Promise<{ socket: Socket; answered: boolean }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const answered = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]);
  return { socket, answered };
}

describe('connections', () => {
  it('of one address beyond its limit are closed and noted, and one that ends makes room', async () => {
    const port = await limited({ most: 10, perAddress: 2 });
    const [first, second, third] = [await open(port), await open(port), await open(port)];
    expect([first.answered, second.answered, third.answered]).toEqual([true, true, false]);
    expect(warnings).toEqual([
      'MAX_CONNECTIONS_PER_ADDRESS are open from 127.0.0.1: further ones are ended. A proxy belongs in TRUST_PROXY.',
    ]);
    expect((await open(port, '127.0.0.2')).answered).toBe(true);
    first.socket.destroy();
    await expect.poll(async () => (await open(port)).answered).toBe(true);
  });

  it('of all beyond the limit are closed and noted', async () => {
    const port = await limited({ most: 2, perAddress: 2 });
    const all = [];
    for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) all.push(await open(port, address));
    expect(all.map(({ answered }) => answered)).toEqual([true, true, false]);
    expect(warnings).toEqual(['MAX_CONNECTIONS are open: further ones are ended.']);
  });

  it('of a trusted proxy are not counted', async () => {
    const port = await limited({ most: 1, perAddress: 1 }, ['127.0.0.2']);
    const all = [];
    for (let n = 0; n < 3; n += 1) all.push(await open(port, '127.0.0.2'));
    all.push(await open(port), await open(port));
    expect(all.map(({ answered }) => answered)).toEqual([true, true, true, true, false]);
  });
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1::2:3:4:5:6', '1:0:0:2::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

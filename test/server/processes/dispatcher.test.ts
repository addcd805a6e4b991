import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type Dispatcher, dispatcher, type Taker } from '../../../src/server/processes/index.ts';

const HOST = '127.0.0.1';

/** A dispatcher that listens, and clients of it. */
async function started() {
  const port: Dispatcher = dispatcher();
  const number = await port.listen({ host: HOST, port: 0 });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await port.close();
  });
  async function come(): Promise<void> {
    const socket = connect(number, HOST);
    sockets.push(socket);
    await once(socket, 'connect');
  }
  const refused = () =>
    come().then(
      () => 'accepted',
      ({ code }) => code,
    );
  return { port, come, refused, sockets };
}

/** Takes connections and counts them. */
function taker() {
  const taken: Socket[] = [];
  const take: Taker = (connection) => {
    taken.push(connection);
    onTestFinished(() => void connection.destroy());
  };
  return { take, count: () => taken.length };
}

it('connections are handed out in turn, to those that take any', async () => {
  const { port, come } = await started();
  const [one, other, third] = [taker(), taker(), taker()];
  for (const { take } of [one, other, third]) port.add(take);
  for (let each = 0; each < 6; each++) await come();
  const counts = () => [one.count(), other.count(), third.count()];
  await expect.poll(counts).toEqual([2, 2, 2]);
  port.remove(other.take);
  for (let each = 0; each < 4; each++) await come();
  await expect.poll(counts).toEqual([4, 2, 4]);
});

it('a connection waits while nobody takes any', async () => {
  const { port, come } = await started();
  await come();
  await come();
  const one = taker();
  port.add(one.take);
  await expect.poll(one.count).toBe(2);
});

it('a connection that could not be handed over goes to another, and the one that is gone gets none', async () => {
  const { port, come } = await started();
  let failures = 0;
  port.add((_, onFailed) => {
    failures += 1;
    onFailed();
  });
  const one = taker();
  port.add(one.take);
  for (let each = 0; each < 3; each++) await come();
  await expect.poll(one.count).toBe(3);
  expect(failures).toBe(1);
});

it('what waits to be accepted is handed out before the port closes', async () => {
  const { port, come, refused } = await started();
  const one = taker();
  port.add(one.take);
  const coming = Array.from({ length: 20 }, come);
  await Promise.all(coming);
  await port.close();
  expect(one.count()).toBe(20);
  expect(await refused()).toBe('ECONNREFUSED');
});

import { expect, it } from 'vitest';
import { newQueue } from '../../endpoints/turns.ts';

/** Turns of the event loop from now on, until it is told to stop. */
function countTurns() {
  const count = { turn: 0, stop: () => clearImmediate(next) };
  let next = setImmediate(function again() {
    count.turn += 1;
    next = setImmediate(again);
  });
  return count;
}

it('each piece of work has a turn of the event loop to itself, and queues take turns', async () => {
  const count = countTurns();
  const done: { name: string; turn: number }[] = [];
  const [long, short] = [newQueue(), newQueue()];
  await new Promise<void>((resolve) => {
    const note = (name: string) => () => {
      done.push({ name, turn: count.turn });
      if (done.length === 9) resolve();
    };
    for (const name of ['a', 'b', 'c', 'd', 'e']) long(note(name));
    // A piece that leads to another one, as a slice of long work does.
    short(() => {
      note('1')();
      short(() => {
        note('2')();
        short(note('3'));
      });
    });
    long(note('f'));
  });
  count.stop();
  expect(done.map(({ name }) => name).join('')).toBe('a1b2c3def');
  expect(new Set(done.map(({ turn }) => turn)).size).toBe(9);
});

it('a queue that has been empty goes on', async () => {
  const queue = newQueue();
  for (let time = 0; time < 3; time += 1) await new Promise<void>(queue);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { lists } from '../endpoints/lists/index.ts';
import { type Change, createReadModel } from '../endpoints/read-model/index.ts';
import { longestHold } from './longestHold.ts';
import { Portal, type SizeName } from './portal.ts';
import { kilobytes, median, milliseconds, printFigure, printHeading } from './print.ts';

/** A process that holds a read model alone: `node --expose-gc readModel.js SIZE`. Prints its memory and its holds. */

const size = process.argv[2] as SizeName;
const ROUNDS = 5;
const PROMISED = size === 'large' ? { change: 50, ordering: 400 } : { change: 15, ordering: 60 };

const portal = new Portal(size);
const readModel = createReadModel({ lists });
await measureMemory();
await measureHolds();

async function measureMemory(): Promise<void> {
  const empty = await atRest();
  await readModel.replace(portal.documents());
  const loaded = (await atRest()) - empty;
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, used() - empty);
  }, 5);
  await readModel.replace(portal.documents());
  clearInterval(sampling);

  const bytes = ((await readModel.snapshot())?.lists ?? []).reduce((sum, { body }) => sum + body.length, 0);
  printHeading(
    `Memory of the read model: heap and buffers, over the ${kilobytes(bytes)} of the default lists`,
  );
  for (const [name, value, promise] of [
    ['at rest', loaded, '4'],
    ['at the peak of another load', peak, '7'],
  ] as const) {
    printFigure({ name, value: (value / bytes).toFixed(2), promise, detail: kilobytes(value) });
  }
}

function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function atRest(): Promise<number> {
  if (!globalThis.gc) throw new Error('Start it with --expose-gc.');
  globalThis.gc();
  // The memory of buffers is given back a little later.
  await sleep(50);
  globalThis.gc();
  return used();
}

async function measureHolds(): Promise<void> {
  printHeading('Longest hold of the event loop by processor time, median of the rounds; by the clock');
  const deleted = numbers(Math.min(1_000, portal.size.links / 2));
  await change('a post', (round) => [portal.post(round, round)]);
  await change('a link', (round) => [portal.link(round, round)]);
  await change('20 links at once', (round) => numbers(20).map((number) => portal.link(number, round)));
  await change('a category that many posts show', (round) => [portal.category(1, round)]);
  await measure('a preview of that category', PROMISED.change, async (round) => {
    const document = portal.category(1, 100 + round);
    return () => readModel.rehearse(document);
  });
  await change('a text of 1 MB', async (round) => {
    await readModel.apply([portal.post(7)]);
    return [portal.post(7, round, 1_000_000)];
  });
  await readModel.apply([portal.post(7)]);
  await change('1,000 deletions', async () => {
    await readModel.apply(deleted.map((number) => portal.link(number)));
    return deleted.map((number) => ({ ...portal.link(number), document: null }));
  });
  await readModel.apply(deleted.map((number) => portal.link(number)));
  await change('new settings', (round) => [{ settings: { collation: round % 2 ? 'C' : 'el', lists: {} } }]);
  await ordering('an ordering of posts that nobody holds', 'news-posts', (round) => portal.post(0, round));
  await ordering('an ordering of links that nobody holds', 'service-useful-links', (round) =>
    portal.link(0, round),
  );
}

function change(name: string, changes: (round: number) => Change[] | Promise<Change[]>): Promise<void> {
  return measure(name, PROMISED.change, async (round) => {
    const made = await changes(round);
    return () => readModel.apply(made);
  });
}

/** A changed list drops the orderings that it held. */
function ordering(name: string, list: string, changed: (round: number) => Change): Promise<void> {
  return measure(name, PROMISED.ordering, async (round) => {
    await readModel.apply([changed(100 + round)]);
    return async () => readModel.response(list, 'title,-slug');
  });
}

type Work = () => Promise<unknown>;

async function measure(
  name: string,
  promise: number,
  prepare: (round: number) => Promise<Work>,
): Promise<void> {
  const clock: number[] = [];
  const processor: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const work = await prepare(round);
    await sleep(20);
    const hold = await longestHold(work);
    clock.push(hold.clock);
    processor.push(hold.processor);
  }
  printFigure({
    name,
    value: milliseconds(median(processor)),
    promise: `${promise} ms`,
    detail: `${milliseconds(median(clock))}, at most ${milliseconds(Math.max(...clock))}`,
  });
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { lists } from '../endpoints/lists/index.ts';
import { type Change, createReadModel } from '../endpoints/read-model/index.ts';
import { HoldMeter } from './HoldMeter.ts';
import { PortalDocuments, portal, SIZES, type SizeName } from './portal.ts';
import { kilobytes, median, milliseconds, printFigure, printHeading } from './print.ts';

/** A process that holds a read model alone: `node --expose-gc readModel.js SIZE`. Prints its memory and its holds. */

const name = process.argv[2] as SizeName;
const size = SIZES[name];
const rounds = name === 'quick' ? 1 : 5;
const PROMISED = name === 'large' ? { change: 250, ordering: 400 } : { change: 15, ordering: 60 };

const documents = new PortalDocuments(size);
const readModel = createReadModel({ lists });
const { gc } = globalThis;
if (!gc) throw new Error('The memory of a read model is measured with node --expose-gc.');

await measureMemory(gc);
await measureHolds();

async function measureMemory(collectGarbage: () => void): Promise<void> {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const atRest = async () => {
    // What a collection frees of buffers counts as freed a turn later.
    collectGarbage();
    await sleep(50);
    collectGarbage();
    return used();
  };
  const empty = await atRest();
  await readModel.replace(portal(size));
  const rest = (await atRest()) - empty;
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, used() - empty);
  }, 5);
  await readModel.replace(portal(size));
  clearInterval(sampling);

  const bytes = lists.reduce((sum, { key }) => sum + bodyLength(key), 0);
  printHeading(
    `Memory of the read model: heap and external, over the ${kilobytes(bytes)} of the default lists`,
  );
  const print = (name: string, value: number, promise: number) =>
    printFigure({
      name,
      value: (value / bytes).toFixed(2),
      promise: String(promise),
      detail: kilobytes(value),
    });
  print('at rest', rest, 5);
  print('at the peak of another load', peak, 10);
}

function bodyLength(list: string): number {
  const response = readModel.response(list, undefined);
  if (!response || response instanceof Promise) throw new Error(`${list} is not loaded.`);
  return response.length;
}

/** Each round changes something else, and puts back what would make the next one easier. */
async function measureHolds(): Promise<void> {
  printHeading('Longest hold of the event loop: median of the rounds, by processor time and by the clock');
  const deleted = Array.from(
    { length: Math.min(1_000, size.links / 2) },
    (_, index) => size.links - 1 - index,
  );
  const changes: Record<string, (round: number) => Change[]> = {
    'a post': (round) => [documents.post(round, round)],
    'a link': (round) => [documents.link(round, round)],
    '20 links at once': (round) => many(20, (index) => documents.link(index, round)),
    'a category that many posts show': (round) => [documents.category(1, round)],
    'a text of 10 MB': (round) => [documents.post(7, round, 10_000_000)],
    '1,000 deletions': () => deleted.map((number) => ({ ...documents.link(number), document: null })),
    'new settings: the collation': (round) => [
      { settings: { collation: round % 2 ? 'C' : 'el', lists: {} } },
    ],
  };
  const putBack: Record<string, () => Change[]> = {
    'a text of 10 MB': () => [documents.post(7)],
    '1,000 deletions': () => deleted.map((number) => documents.link(number)),
  };
  for (const [what, changesOf] of Object.entries(changes)) {
    await measureHold(what, PROMISED.change, async (round) => {
      const made = changesOf(round);
      return { measured: () => readModel.apply(made), after: () => readModel.apply(putBack[what]?.() ?? []) };
    });
  }
  for (const [what, list, change] of [
    ['an ordering of posts that nobody holds', 'news-posts', (round: number) => documents.post(0, round)],
    [
      'an ordering of links that nobody holds',
      'service-useful-links',
      (round: number) => documents.link(0, round),
    ],
  ] as const) {
    await measureHold(what, PROMISED.ordering, async (round) => {
      // A changed list drops the orderings that it held.
      await readModel.apply([change(100 + round)]);
      return { measured: async () => readModel.response(list, 'title,-slug') };
    });
  }
}

interface Trial {
  measured(): Promise<unknown>;
  after?(): Promise<void>;
}

async function measureHold(
  what: string,
  promised: number,
  prepare: (round: number) => Promise<Trial>,
): Promise<void> {
  const meter = new HoldMeter();
  const holds: { processor: number; clock: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const { measured, after } = await prepare(round);
    await sleep(20);
    holds.push(await meter.longest(measured));
    await after?.();
  }
  const clock = holds.map((hold) => hold.clock);
  printFigure({
    name: what,
    value: milliseconds(median(holds.map(({ processor }) => processor))),
    promise: milliseconds(promised),
    detail: `${milliseconds(median(clock))} by the clock, at most ${milliseconds(Math.max(...clock))}`,
  });
}

function many(count: number, make: (index: number) => Change): Change[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, printFigure, printHeading } from './print.ts';
import { childrenOf, nextMessage, processorSecondsOfAll, residentBytes, script, stop } from './processes.ts';
import { request } from './request.ts';
import { rest, signIn } from './saves.ts';
import { createUser, onDatabase, type Server, startOnDatabase, startServer } from './server.ts';

/** What must not grow with a portal, beside a small one: saves, previews, pages of lists, a start, the memory of a front. */

const SMALL = { name: 'small', posts: 3_000, links: 3_000 };
const HUGE = { name: 'huge', posts: 20_000, links: 100_000 };
/** How often each is done, after one that does not count. */
const TIMES = 20;
const LISTS = [
  'news-posts',
  'service-useful-links',
  'news-categories',
  'service-groups',
  'featured-sections',
];
const [POSTS, LINKS, CATEGORIES] = LISTS as [string, string, string];

type Size = typeof SMALL;

/** In seconds. */
interface Taken {
  /** Of all processes of the server. */
  processor: number;
  clock: number;
}

interface Memory {
  /** Bytes of the default lists. */
  lists: number;
  /** Of the front beyond those of a front without documents, in bytes. */
  atRest: number;
  loading: number;
}

interface Scale {
  works: ReadonlyMap<string, Taken>;
  start: Taken;
  /** Processor time of reading alone, in seconds. */
  reading: number;
  memory: Memory;
}

export async function measureScale(): Promise<void> {
  const empty = await startServer('empty');
  await sleep(2_000);
  const nothing = residentBytes(empty.child, 'VmRSS');
  await stop(empty.child);
  const small = await measure(SMALL, nothing);
  const huge = await measure(HUGE, nothing);
  printHeading(
    'Processor time of all processes, of 20,000 posts and 100,000 links over 3,000 of both; by the clock',
  );
  for (const [name, taken] of huge.works) print(name, small.works.get(name) as Taken, taken);
  print('a start until live', small.start, huge.start);
  for (const [size, { start, reading, memory }] of [
    [SMALL, small],
    [HUGE, huge],
  ] as const) {
    const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
    printHeading(`${size.posts.toLocaleString('en')} posts and ${size.links.toLocaleString('en')} links`);
    printFigure({
      name: 'a start until live, over reading alone',
      value: (start.processor / reading).toFixed(2),
      promise: '-',
      detail: `${reading.toFixed(1)} s of reading`,
    });
    for (const [name, bytes, promise] of [
      ['memory of the front at rest, over the lists', memory.atRest, size === HUGE ? '4' : '-'],
      ['at the peak of a load', memory.loading, '-'],
    ] as const) {
      const detail = `${megabytes(bytes)}, lists of ${megabytes(memory.lists)}`;
      printFigure({ name, value: (bytes / memory.lists).toFixed(2), promise, detail });
    }
  }
}

function print(name: string, small: Taken, huge: Taken): void {
  const shown = ({ processor, clock }: Taken) =>
    `${(1000 * processor).toFixed(0)} ms (${(1000 * clock).toFixed(0)})`;
  // The same categories are shown by seven times as many posts, which a save of one changes.
  const promise = /preview|save of a category/.test(name) ? '3' : /save|page/.test(name) ? '2' : '-';
  const value = (huge.processor / small.processor).toFixed(2);
  printFigure({ name, value, promise, detail: `${shown(huge)} beside ${shown(small)}` });
}

async function measure({ name, posts, links }: Size, nothing: number): Promise<Scale> {
  console.error(`Filling a database: ${posts} posts, ${links} links.`);
  await onDatabase(name, ['--conditions=production', script('filling.js'), String(posts), String(links)]);
  await createUser(name);
  const reading = await nextMessage<number>(startOnDatabase(name, 'reading.js'));
  // What a start does once for rows that no save has made is done.
  await withServer(name, () => sleep(2_000));
  return withServer(name, async (server, start) => {
    const lists = (await readAll(server)).reduce((sum, bytes) => sum + bytes, 0);
    // Then the checkpoint is written, and the front has given back what the load took.
    await sleep(25_000);
    const atRest = residentBytes(server.child, 'VmRSS') - nothing;
    const works = await measureWorks(server);
    const loading = (await peakOfLoad(server)) - nothing;
    return { works, start, reading, memory: { lists, atRest, loading } };
  });
}

async function withServer<T>(
  database: string,
  work: (server: Server, start: Taken) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const server = await startServer(database);
  const clock = (performance.now() - began) / 1000;
  const result = await work(server, { clock, processor: processorSecondsOfAll(server.child) });
  await stop(server.child);
  return result;
}

async function readAll({ url }: Server): Promise<number[]> {
  const lengths: number[] = [];
  for (const list of LISTS) lengths.push((await request(`${url}/el/api/v1/${list}/`)).body.length);
  return lengths;
}

async function measureWorks(server: Server): Promise<ReadonlyMap<string, Taken>> {
  const headers = await signIn(server);
  const works = new Map<string, Taken>();
  const targets = new Map<string, unknown[]>();
  for (const list of [POSTS, LINKS, CATEGORIES]) {
    const { docs } = await rest(server, `${list}?limit=${TIMES + 1}&depth=0`, { headers });
    targets.set(
      list,
      (docs as { id: unknown }[]).map(({ id }) => id),
    );
  }
  for (const [list, ids] of targets) {
    const one = list === POSTS ? 'a post' : list === LINKS ? 'a link' : 'a category';
    const id = (round: number) => ids[round % ids.length];
    const title = (what: string, round: number) => `${what} ${list} ${round}.`;
    works.set(
      `a save of ${one}`,
      await median20(server, (round) => {
        const body = { title: title('Αποθηκευμένο', round), _status: 'published' };
        return rest(server, `${list}/${id(round)}`, { method: 'PATCH', headers, body });
      }),
    );
    works.set(
      `a preview of ${one}`,
      await median20(server, (round) => {
        const body = { title: title('Προεπισκόπηση', round) };
        return rest(server, `${list}/${id(round)}/preview`, { method: 'POST', headers, body });
      }),
    );
  }
  for (const [list, ones] of [
    [POSTS, 'posts'],
    [LINKS, 'links'],
  ] as const) {
    for (const page of [10, 50]) {
      const query = `depth=0&draft=true&limit=10&page=${page}&select[title]=true`;
      works.set(
        `page ${page} of the list of ${ones}`,
        await median20(server, () => rest(server, `${list}?${query}`, { headers })),
      );
    }
  }
  return works;
}

async function median20({ child }: Server, work: (round: number) => Promise<unknown>): Promise<Taken> {
  await work(0);
  const clocks: number[] = [];
  const before = processorSecondsOfAll(child);
  for (let round = 1; round <= TIMES; round += 1) {
    const began = performance.now();
    await work(round);
    clocks.push((performance.now() - began) / 1000);
  }
  // The clock of processor times has steps of a hundredth of a second: too coarse for each.
  return { processor: (processorSecondsOfAll(child) - before) / TIMES, clock: median(clocks) };
}

/** The front loads everything anew when another cms is there, and serves what it had meanwhile. */
async function peakOfLoad(server: Server): Promise<number> {
  const [cms] = childrenOf(server.child);
  writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5');
  process.kill(cms?.pid ?? 0, 'SIGKILL');
  const isLive = async () => (await fetch(`${server.url}/readyz?live`)).ok;
  while (await isLive()) await sleep(50);
  while (!(await isLive())) await sleep(50);
  return residentBytes(server.child, 'VmHWM');
}

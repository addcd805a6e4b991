import { comparisonOf, drive, type Effort, type Pair, type Request, Rounds } from '../comparison.ts';
import type { Data } from '../data.ts';
import type { Options } from '../options.ts';
import { bytes, digits, printFigure, printSection, progress, ratio } from '../print.ts';
import { browseAdministration } from '../processes/administration.ts';
import { startChild } from '../processes/child.ts';
import type { Driver } from '../processes/driver.ts';
import type { Peer } from '../processes/peer.ts';
import type { Stages } from '../stages.ts';

const PREFIX = '/el/api/v1';
const PATHS = [
  'news-categories/',
  'service-groups/',
  'featured-sections/',
  'news-posts/',
  'service-useful-links/',
  'featured-sections/?ordering=-section_two_links',
  'service-useful-links/?ordering=title',
  'service-useful-links/?ordering=-title',
].map((path) => `${PREFIX}/${path}`);

/** Paths whose 304 is measured too: one whose body is small, one whose body is large. */
const CONDITIONAL = [PATHS[0], PATHS[3]];

/** One connection after the other has its turn with a large body; more of them only fill memory. */
const connectionsFor = (length: number) => (length > 1_000_000 ? 4 : 16);

/** Only whole answers count: a round has to be long enough for those that it cuts off to be few among them. */
const timesAsLong = (length: number) => (length > 10_000_000 ? 4 : 1);

/** Two servers of the same program differ by a tenth or more, each for as long as it runs: both sides are started so often. */
const STARTS = 6;

const peer = () => startChild<Peer>(new URL('../processes/peer.js', import.meta.url));

/** Every list, ordering and 304 of the server beside a bare node:http server with the same bytes and headers. */
export async function measureSpeed(stages: Stages, data: Data, options: Options): Promise<void> {
  printSection(
    `Speed, ${data.size} portal: the server beside bare node:http`,
    'Requests a second, server / bare: median (least .. most of all rounds). "cpu": the same by processor time.',
  );
  await compareAll(options, (compare) =>
    stages.on(data, async ({ server }) => {
      await browseAdministration(server);
      await server.keptLists();
      const bare = peer();
      const url = await bare.ask('bare', { from: server.url, paths: PATHS });
      await compare({ ours: server, theirs: { url, pid: bare.pid } });
      await bare.stop();
    }),
  );
}

/** Express with the project's router beside Express with one middleware that sends the same bytes. */
export async function measureExpress(data: Data, options: Options): Promise<void> {
  printSection(
    `Express, ${data.size} portal: the router beside a middleware that sends the same bytes`,
    'Requests a second, router / middleware: median (least .. most of all rounds).',
  );
  await compareAll(options, async (compare) => {
    const router = peer();
    const ours = await router.ask('expressRouter', data.documents);
    const bare = peer();
    const theirs = await bare.ask('expressBare', { from: ours, paths: PATHS });
    await compare({ ours: { url: ours, pid: router.pid }, theirs: { url: theirs, pid: bare.pid } });
    await Promise.all([router.stop(), bare.stop()]);
  });
}

/** @param onPair starts a pair of servers, has it compared, and stops it */
async function compareAll(
  options: Options,
  onPair: (compare: (pair: Pair) => Promise<void>) => Promise<void>,
): Promise<void> {
  const driver = startChild<Driver>(new URL('../processes/driver.js', import.meta.url));
  const figures = new Map<string, Rounds>();
  const starts = Math.min(STARTS, options.rounds);
  const effort = { ...options, rounds: Math.ceil(options.rounds / starts) };
  for (let start = 1; start <= starts; start += 1) {
    await onPair(async (pair) => {
      for (const path of PATHS) await driveAt(path, pair, `start ${start} of ${starts}`);
    });
  }
  await driver.stop();
  for (const [name, rounds] of figures) show(name, rounds);

  async function driveAt(path: string, pair: Pair, which: string): Promise<void> {
    const { etag, length } = await sameAnswers(pair, path);
    const connections = connectionsFor(length);
    const name = path.slice(PREFIX.length + 1);
    const seconds = timesAsLong(length) * effort.seconds;
    await one(`${name}  ${bytes(length)}`, { path, status: 200, connections }, { ...effort, seconds });
    if (CONDITIONAL.includes(path)) {
      const headers = { 'If-None-Match': etag };
      await one(`${name}  304`, { path, status: 304, connections: 16, headers }, effort);
    }

    async function one(name: string, request: Request, effort: Effort): Promise<void> {
      progress(`${name}, ${which}`);
      const rounds = figures.get(name) ?? new Rounds();
      figures.set(name, rounds);
      await drive(driver, pair, request, effort, rounds);
    }
  }
}

function show(name: string, rounds: Rounds): void {
  const { ratio: spread, thrift, ours, theirs } = comparisonOf(rounds);
  const cpu = thrift === undefined ? '' : `cpu ${digits(thrift)}   `;
  printFigure({ ...ratio(spread), name, detail: `${cpu}${digits(ours)}/s beside ${digits(theirs)}/s` });
}

/** What is not the same cannot be compared. @throws Error naming what differs */
async function sameAnswers({ ours, theirs }: Pair, path: string): Promise<{ etag: string; length: number }> {
  const answers = [];
  for (const { url } of [ours, theirs]) {
    const response = await fetch(url + path);
    const body = Buffer.from(await response.arrayBuffer());
    const etag = response.headers.get('etag') ?? '';
    const again = await fetch(url + path, { headers: { 'If-None-Match': etag } });
    const headers = [response, again].map(({ status, headers }) => ({
      status,
      headers: [...headers].filter(([name]) => name !== 'date'),
    }));
    answers.push({ body, etag, headers: JSON.stringify(headers) });
  }
  const [a, b] = answers;
  if (!a || !b || !a.body.equals(b.body)) throw new Error(`${path}: the bodies differ`);
  if (a.headers !== b.headers) throw new Error(`${path}: the headers differ:\n${a.headers}\n${b.headers}`);
  return { etag: a.etag, length: a.body.length };
}

import { type Comparison, type Contender, compare, type Request } from '../comparison.ts';
import type { Data } from '../data.ts';
import type { Options } from '../options.ts';
import { bytes, digits, printFigure, printSection, progress, ratio } from '../print.ts';
import { browseAdministration } from '../processes/administration.ts';
import { startChild } from '../processes/child.ts';
import type { Driver } from '../processes/driver.ts';
import type { Peer } from '../processes/peer.ts';
import type { Stage } from '../stages.ts';

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

const peer = () => startChild<Peer>(new URL('../processes/peer.js', import.meta.url));

/** Every list, ordering and 304 of the server beside a bare node:http server with the same bytes and headers. */
export async function measureSpeed({ data, server }: Stage, options: Options): Promise<void> {
  await browseAdministration(server);
  const bare = peer();
  const url = await bare.ask('bare', { from: server.url, paths: PATHS });
  printSection(
    `Speed, ${data.size} portal: the server beside bare node:http`,
    'Requests a second, server / bare: median (least .. most of all rounds). "cpu": the same by processor time.',
  );
  await compareAll({ ours: server, theirs: { url, pid: bare.pid } }, options);
  await bare.stop();
}

/** Express with the project's router beside Express with one middleware that sends the same bytes. */
export async function measureExpress(data: Data, options: Options): Promise<void> {
  const router = peer();
  const ours = await router.ask('expressRouter', data.documents);
  const bare = peer();
  const theirs = await bare.ask('expressBare', { from: ours, paths: PATHS });
  printSection(
    `Express, ${data.size} portal: the router beside a middleware that sends the same bytes`,
    'Requests a second, router / middleware: median (least .. most of all rounds).',
  );
  await compareAll({ ours: { url: ours, pid: router.pid }, theirs: { url: theirs, pid: bare.pid } }, options);
  await Promise.all([router.stop(), bare.stop()]);
}

async function compareAll(pair: { ours: Contender; theirs: Contender }, options: Options): Promise<void> {
  const driver = startChild<Driver>(new URL('../processes/driver.js', import.meta.url));
  for (const path of PATHS) {
    const { etag, length } = await sameAnswers(pair, path);
    const connections = connectionsFor(length);
    const name = path.slice(PREFIX.length + 1);
    await one(`${name}  ${bytes(length)}`, { path, status: 200, connections }, timesAsLong(length));
    if (CONDITIONAL.includes(path)) {
      await one(`${name}  304`, { path, status: 304, connections: 16, headers: { 'If-None-Match': etag } });
    }
  }
  await driver.stop();

  async function one(name: string, request: Request, times = 1): Promise<void> {
    progress(name);
    show(name, await compare(driver, pair, request, { ...options, seconds: times * options.seconds }));
  }
}

function show(name: string, { ratio: spread, thrift, ours, theirs }: Comparison): void {
  const cpu = thrift === undefined ? '' : `cpu ${digits(thrift)}   `;
  printFigure({ ...ratio(spread), name, detail: `${cpu}${digits(ours)}/s beside ${digits(theirs)}/s` });
}

/** What is not the same cannot be compared. @throws Error naming what differs */
async function sameAnswers(
  { ours, theirs }: { ours: Contender; theirs: Contender },
  path: string,
): Promise<{ etag: string; length: number }> {
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

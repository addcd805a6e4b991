import { lists } from '../../src/index.ts';
import { startOptions } from '../../test/support/startCommand.ts';
import type { Options } from '../options.ts';
import { digits, printFigure, printLine, printSection, progress, ratio } from '../print.ts';
import { startChild } from '../processes/child.ts';
import type { Editors } from '../processes/editors.ts';
import type { Peer } from '../processes/peer.ts';
import { signIn } from '../processes/server.ts';
import { RATE, startReaders } from '../readers.ts';
import type { Stage } from '../stages.ts';
import { median, spreadOf } from '../statistics.ts';
import { postIds } from './documents.ts';

/** Posts that are made large and saved again and again. */
const LARGE_POSTS = 5;

/**
 * Reads while editors work hard, beside reads while nobody does. And the same of a bare node:http server, which has nothing to
 * do with their work: what its readers wait is for a processor.
 */
export async function measureEditors({ data, server }: Stage, { quick, rounds }: Options): Promise<void> {
  printSection(
    `Editors at work, ${data.size} portal: what readers wait`,
    `p99 of ${RATE} reads a second while editors upload, save large posts and open lists without a pause / while nobody does.`,
  );
  const headers = await signIn(server);
  const posts = await postIds(server, headers, LARGE_POSTS);
  const editors = startChild<Editors>(new URL('../processes/editors.js', import.meta.url), {
    isElsewhere: true,
  });
  const bare = startChild<Peer>(new URL('../processes/peer.js', import.meta.url), {
    execArgv: startOptions(),
  });
  const seconds = quick ? 1 : 8;
  await editors.ask('enlarge', { url: server.url, headers, posts });
  const paths = lists.map(({ slug }) => `/el/api/v1/${slug}/`);
  const bareUrl = await bare.ask('bare', { from: server.url, paths });
  const sides = [
    { name: 'p99 of reads, editors at work / quiet', url: server.url },
    { name: '  of a bare node:http server', url: bareUrl },
  ].map(({ name, url }) => ({
    name,
    readers: startReaders(url, data.size),
    quiet: [] as number[],
    busy: [] as number[],
  }));
  let steps: Record<string, number> = {};
  for (const { readers } of sides) await readers.p99(Math.min(seconds, 3));
  for (let round = 0; round < Math.min(rounds, 5); round += 1) {
    progress(`editors at work, round ${round + 1}`);
    const inTurn = round % 2 === 0 ? sides : [...sides].reverse();
    for (const { readers, quiet } of inTurn) quiet.push(await readers.p99(seconds));
    const work = editors.ask('work', { url: server.url, headers, posts });
    for (const { readers, busy } of inTurn) busy.push(await readers.p99(seconds));
    await editors.ask('stop', undefined as never);
    steps = await work;
  }
  for (const { name, quiet, busy } of sides) {
    printFigure({
      ...ratio(spreadOf(busy.map((each, round) => each / (quiet[round] ?? Number.NaN)))),
      name,
      detail: `${digits(median(busy))} ms beside ${digits(median(quiet))} ms`,
    });
  }
  const done = Object.entries(steps).map(([name, count]) => `${count} ${name}`);
  printLine(`             The editors' work in the last ${sides.length * seconds} s: ${done.join(', ')}.`);
  await Promise.all([editors.stop(), bare.stop(), ...sides.map(({ readers }) => readers.stop())]);
}

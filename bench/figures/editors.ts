import type { Options } from '../options.ts';
import { digits, printFigure, printSection, progress, ratio } from '../print.ts';
import { startChild } from '../processes/child.ts';
import type { Editors } from '../processes/editors.ts';
import { signIn } from '../processes/server.ts';
import { RATE, startReaders } from '../readers.ts';
import type { Stage } from '../stages.ts';
import { median, spreadOf } from '../statistics.ts';
import { postIds } from './documents.ts';

/** Posts that are made large and saved again and again. */
const LARGE_POSTS = 5;

/** Reads while editors work hard, beside reads while nobody does. */
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
  const readers = startReaders(server.url, data.size);
  const seconds = quick ? 1 : 8;
  const quiet: number[] = [];
  const busy: number[] = [];
  let steps: Record<string, number> = {};
  await editors.ask('enlarge', { url: server.url, headers, posts });
  await readers.p99(Math.min(seconds, 3));
  for (let round = 0; round < Math.min(rounds, 5); round += 1) {
    progress(`editors at work, round ${round + 1}`);
    quiet.push(await readers.p99(seconds));
    const work = editors.ask('work', { url: server.url, headers, posts });
    busy.push(await readers.p99(seconds));
    await editors.ask('stop', undefined as never);
    steps = await work;
  }
  const done = Object.entries(steps).map(([name, count]) => `${count} ${name}`);
  printFigure({
    ...ratio(spreadOf(busy.map((each, round) => each / (quiet[round] ?? Number.NaN)))),
    name: 'p99 of reads, editors at work / quiet',
    detail: `${digits(median(busy))} ms beside ${digits(median(quiet))} ms; in the last ${seconds} s: ${done.join(', ')}`,
  });
  await Promise.all([editors.stop(), readers.stop()]);
}

import type { Options } from '../options.ts';
import { printLine, printSection, progress } from '../print.ts';
import { startChild } from '../processes/child.ts';
import type { Editors } from '../processes/editors.ts';
import { signIn } from '../processes/server.ts';
import { RATE } from '../readers.ts';
import { startSides } from '../sides.ts';
import type { Stage } from '../stages.ts';
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
  const seconds = quick ? 1 : 8;
  await editors.ask('enlarge', { url: server.url, headers, posts });
  const sides = await startSides(server.url, data.size);
  let steps: Record<string, number> = {};
  for (let round = 0; round < Math.min(rounds, 5); round += 1) {
    progress(`editors at work, round ${round + 1}`);
    await sides.quiet(seconds);
    const work = editors.ask('work', { url: server.url, headers, posts });
    await sides.busy((readers) => readers.latencies(seconds));
    await editors.ask('stop', undefined as never);
    steps = await work;
  }
  sides.print('p99 of reads, editors at work / quiet');
  const done = Object.entries(steps).map(([name, count]) => `${count} ${name}`);
  printLine(`             The editors' work in the last ${2 * seconds} s: ${done.join(', ')}.`);
  await Promise.all([editors.stop(), sides.stop()]);
}

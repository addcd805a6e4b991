import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toJson } from '../../endpoints/lists/index.ts';
import { makePortal, posts, SIZES } from '../content/portal.ts';
import { seeded } from '../content/random.ts';
import { type Data, environmentOf, freshFolder } from '../data.ts';
import type { Options } from '../options.ts';
import { digits, printSection, progress } from '../print.ts';
import { keep } from '../processes/child.ts';
import { RATE } from '../readers.ts';
import { startSides } from '../sides.ts';
import type { Stage } from '../stages.ts';
import { median } from '../statistics.ts';

/** Posts above every number that the portal has. */
const FIRST_ID = 1_000_000;

/** Reads while an import works in its own process, beside reads while none does. */
export async function measureImport({ data, server }: Stage, { quick, rounds }: Options): Promise<void> {
  const count = quick ? 10 : 1000;
  printSection(
    `Import, ${data.size} portal: what readers wait`,
    `p99 of ${RATE} reads a second while ${count} posts are imported by another process / while nothing is.`,
  );
  // Those of the large one whatever the portal: the posts that are imported make the small one's list a large one.
  const sides = await startSides(server.url, 'large');
  const folder = await freshFolder();
  const took: number[] = [];
  for (let round = 0; round < Math.min(rounds, 3); round += 1) {
    progress(`import, round ${round + 1}`);
    await sides.quiet(quick ? 1 : 8);
    await sides.busy(async (readers) => {
      const before = took.length * count;
      const capture = await writePosts(path.join(folder, String(before)), data, FIRST_ID + before, count);
      const began = performance.now();
      const latencies = await readers.latenciesDuring(() => importCapture(capture, data));
      took.push((performance.now() - began) / 1000);
      return latencies;
    });
  }
  sides.print('p99 of reads, an import at work / quiet', `; an import took ${digits(median(took))} s`);
  await sides.stop();
}

async function writePosts(folder: string, { size }: Data, firstId: number, count: number): Promise<string> {
  const categories = makePortal({ ...SIZES[size], posts: 0, links: 0, sections: 0 })['news-categories'] ?? [];
  const made = posts(seeded(firstId), count, { categories, words: SIZES[size].postWords, firstId });
  await mkdir(folder);
  await writeFile(path.join(folder, 'news-posts.json'), toJson(made));
  return folder;
}

async function importCapture(folder: string, data: Data): Promise<void> {
  const child = spawn(process.execPath, ['bin/portal-content.js', 'import', '--from', folder], {
    env: { ...process.env, ...environmentOf(data) } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  keep(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${output}`);
}

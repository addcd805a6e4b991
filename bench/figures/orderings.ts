import { setTimeout as sleep } from 'node:timers/promises';
import type { Options } from '../options.ts';
import { bytes, digits, printFigure, printSection, progress } from '../print.ts';
import { startChild } from '../processes/child.ts';
import type { Flood } from '../processes/flood.ts';
import { residentOf } from '../processes/table.ts';
import { RATE } from '../readers.ts';
import { startSides } from '../sides.ts';
import type { Stage } from '../stages.ts';

/** Reads of the default lists, and the front's memory, while somebody asks for every ordering there is. */
export async function measureOrderings({ data, server }: Stage, { quick, rounds }: Options): Promise<void> {
  printSection(
    `Orderings, ${data.size} portal: what readers of the default lists wait`,
    `p99 of ${RATE} reads a second while random orderings are asked for without a pause / while nobody does.`,
  );
  const sides = await startSides(server.url, data.size);
  const flood = startChild<Flood>(new URL('../processes/flood.js', import.meta.url), { isElsewhere: true });
  const seconds = quick ? 1 : 8;
  let asked = 0;
  const before = await residentOf(server.pid);
  const watched = watchMemory(server.pid);
  for (let round = 0; round < Math.min(rounds, 5); round += 1) {
    progress(`orderings, round ${round + 1}`);
    await sides.quiet(seconds);
    const flooding = flood.ask('flood', server.url);
    await sides.busy((readers) => readers.latencies(seconds));
    await flood.ask('stop', undefined);
    asked += await flooding;
  }
  const peak = await watched.stop();
  sides.print('p99 of reads, random orderings / quiet', `; ${digits(asked)} orderings asked`);
  printFigure({
    value: bytes(peak - before),
    name: "more of the front's memory at its peak",
    detail: `resident: ${bytes(before)} before, ${bytes(peak)} at the peak, ${bytes(await residentOf(server.pid))} after`,
  });
  await Promise.all([sides.stop(), flood.stop()]);
}

/** Looks at a process's memory four times a second, for the most that it had. */
function watchMemory(pid: number): { stop(): Promise<number> } {
  let peak = 0;
  let watching = true;
  const watched = (async () => {
    while (watching) {
      peak = Math.max(peak, await residentOf(pid));
      await sleep(250);
    }
  })();
  return {
    async stop() {
      watching = false;
      await watched;
      return peak;
    },
  };
}

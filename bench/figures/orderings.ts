import { setTimeout as sleep } from 'node:timers/promises';
import type { Options } from '../options.ts';
import { bytes, digits, printFigure, printSection, progress, ratio } from '../print.ts';
import { startChild } from '../processes/child.ts';
import type { Flood } from '../processes/flood.ts';
import { residentOf } from '../processes/table.ts';
import { RATE, startReaders } from '../readers.ts';
import type { Stage } from '../stages.ts';
import { median, spreadOf } from '../statistics.ts';

/** Reads of the default lists, and the front's memory, while somebody asks for every ordering there is. */
export async function measureOrderings({ data, server }: Stage, { quick, rounds }: Options): Promise<void> {
  printSection(
    `Orderings, ${data.size} portal: what readers of the default lists wait`,
    `p99 of ${RATE} reads a second while random orderings are asked for without a pause / while nobody does.`,
  );
  const readers = startReaders(server.url, data.size);
  const flood = startChild<Flood>(new URL('../processes/flood.js', import.meta.url), { isElsewhere: true });
  const seconds = quick ? 1 : 8;
  const quiet: number[] = [];
  const busy: number[] = [];
  let asked = 0;
  await readers.p99(Math.min(seconds, 3));
  const before = await residentOf(server.pid);
  const watched = watchMemory(server.pid);
  for (let round = 0; round < Math.min(rounds, 5); round += 1) {
    progress(`orderings, round ${round + 1}`);
    quiet.push(await readers.p99(seconds));
    const flooding = flood.ask('flood', server.url);
    busy.push(await readers.p99(seconds));
    await flood.ask('stop', undefined);
    asked += await flooding;
  }
  const peak = await watched.stop();
  printFigure({
    ...ratio(spreadOf(busy.map((each, round) => each / (quiet[round] ?? Number.NaN)))),
    name: 'p99 of reads, random orderings / quiet',
    detail: `${digits(median(busy))} ms beside ${digits(median(quiet))} ms; ${digits(asked)} orderings asked`,
  });
  printFigure({
    value: bytes(peak - before),
    name: "more of the front's memory at its peak",
    detail: `resident: ${bytes(before)} before, ${bytes(peak)} at the peak, ${bytes(await residentOf(server.pid))} after`,
  });
  await Promise.all([readers.stop(), flood.stop()]);
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

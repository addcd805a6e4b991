import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Listed } from './listing.ts';
import { median, milliseconds, printFigure, printHeading } from './print.ts';
import { nextMessage, script, startNode } from './processes.ts';

/** Compares what the admin's lists and pickers ask of a full portal with what Payload's own would. */
export async function measureLists(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-bench-lists-'));
  try {
    const env = { DATABASE_URI: `file:${path.join(folder, 'portal.db')}` };
    const args = ['--conditions=production', script('listing.js')];
    const figures = await nextMessage<Listed[]>(startNode(args, { env, hasMessages: true, isShown: false }));
    printHeading('Processor time in the admin, over that of the same collection without our code');
    for (const { name, ours, plain, promise } of figures) {
      const [took, stock] = [ours, plain].map((rounds) => ({
        processor: median(rounds.map((each) => each.processor)),
        clock: median(rounds.map((each) => each.clock)),
      })) as [Taken, Taken];
      printFigure({
        name,
        value: (took.processor / stock.processor).toFixed(2),
        promise,
        detail: `${said(took)} beside ${said(stock)}`,
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Taken {
  processor: number;
  clock: number;
}

const said = ({ clock, processor }: Taken) =>
  `${milliseconds(processor)} (${milliseconds(clock)} by the clock)`;

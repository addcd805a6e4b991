import { lists } from '../src/index.ts';
import { startOptions } from '../test/support/startCommand.ts';
import type { SizeName } from './content/portal.ts';
import { digits, printFigure, ratio } from './print.ts';
import { startChild } from './processes/child.ts';
import type { Peer } from './processes/peer.ts';
import { type Readers, startReaders } from './readers.ts';
import { median, spreadOf } from './statistics.ts';

/**
 * Readers of the server, and readers of a bare node:http server that has nothing to do with what disturbs them: what those
 * wait is for a processor, so theirs is the machine's figure.
 */
export interface Sides {
  /** The p99 of each side's readers while nothing is at work, one side after the other. */
  quiet(seconds: number): Promise<void>;
  /** The same of what `measure` gives for each side's readers, while something is. */
  busy(measure: (readers: Readers) => Promise<number>): Promise<void>;
  /** Prints how many times longer they waited, of each side. */
  print(name: string, more?: string): void;
  stop(): Promise<void>;
}

/**
 * @param url the server's; the bare one holds what its lists are now
 * @param size of the portal that readers take it for, see `startReaders`
 */
export async function startSides(url: string, size: SizeName): Promise<Sides> {
  const bare = startChild<Peer>(new URL('./processes/peer.js', import.meta.url), {
    execArgv: startOptions(),
  });
  const paths = lists.map(({ slug }) => `/el/api/v1/${slug}/`);
  const bareUrl = await bare.ask('bare', { from: url, paths });
  const processes = startReaders(size);
  const side = (address: string) => ({
    readers: processes.readersOf(address),
    quiet: [] as number[],
    busy: [] as number[],
  });
  const server = side(url);
  const peer = side(bareUrl);
  for (const { readers } of [server, peer]) await readers.p99(1);
  /** The other one first in every other round. */
  const inTurn = () => (server.busy.length % 2 === 0 ? [server, peer] : [peer, server]);

  function printSide(name: string, { quiet, busy }: typeof server, more = ''): void {
    printFigure({
      ...ratio(spreadOf(busy.map((each, at) => each / (quiet[at] ?? Number.NaN)))),
      name,
      detail: `${digits(median(busy))} ms beside ${digits(median(quiet))} ms${more}`,
    });
  }

  return {
    async quiet(seconds) {
      for (const { readers, quiet } of inTurn()) quiet.push(await readers.p99(seconds));
    },
    async busy(measure) {
      for (const { readers, busy } of inTurn()) busy.push(await measure(readers));
    },
    print(name, more) {
      printSide(name, server, more);
      printSide('  of a bare node:http server', peer);
    },
    async stop() {
      await Promise.all([bare.stop(), processes.stop()]);
    },
  };
}

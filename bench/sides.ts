import { lists } from '../src/index.ts';
import { startOptions } from '../test/support/startCommand.ts';
import type { SizeName } from './content/portal.ts';
import { digits, printFigure, ratio } from './print.ts';
import { startChild } from './processes/child.ts';
import type { Peer } from './processes/peer.ts';
import { type Readers, startReaders } from './readers.ts';
import { quantile, spreadOf } from './statistics.ts';

const p99 = (latencies: number[]) => quantile(latencies, 0.99);

/**
 * Readers of the server, and readers of a bare node:http server that has nothing to do with what disturbs them: what those
 * wait is for a processor, so theirs is the machine's figure.
 */
export interface Sides {
  /** Has each side's readers read while nothing is at work, one side after the other. */
  quiet(seconds: number): Promise<void>;
  /** Takes what `measure` gives for each side's readers, while something is. */
  busy(measure: (readers: Readers) => Promise<number[]>): Promise<void>;
  /** Prints the p99 of all busy reads over that of all quiet ones, of each side, and between what the rounds' own lie. */
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
  const paths = lists.map(({ key: slug }) => `/el/api/v1/${slug}/`);
  const bareUrl = await bare.ask('bare', { from: url, paths });
  const processes = startReaders(size);
  const side = (address: string) => ({
    readers: processes.readersOf(address),
    quiet: [] as number[][],
    busy: [] as number[][],
  });
  const server = side(url);
  const peer = side(bareUrl);
  for (const { readers } of [server, peer]) await readers.latencies(1);
  /** The other one first in every other round. */
  const inTurn = () => (server.busy.length % 2 === 0 ? [server, peer] : [peer, server]);

  function printSide(name: string, { quiet, busy }: typeof server, more = ''): void {
    const rounds = spreadOf(busy.map((each, at) => p99(each) / p99(quiet[at] ?? [])));
    // Of all reads: that of one round is a few stalls, of which the middle round of several may have had none.
    const [atWork, atRest] = [p99(busy.flat()), p99(quiet.flat())];
    printFigure({
      ...ratio(rounds),
      value: digits(atWork / atRest),
      name,
      detail: `${digits(atWork)} ms beside ${digits(atRest)} ms${more}`,
    });
  }

  return {
    async quiet(seconds) {
      for (const { readers, quiet } of inTurn()) quiet.push(await readers.latencies(seconds));
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

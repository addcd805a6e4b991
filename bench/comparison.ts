import type { Child } from './processes/child.ts';
import type { Driver } from './processes/driver.ts';
import { processorSeconds } from './processes/server.ts';
import { median, type Spread, spreadOf } from './statistics.ts';

/** A server that is compared with another. */
export interface Contender {
  url: string;
  pid: number;
}

export interface Comparison {
  /** Requests a second, ours over theirs, of all rounds. */
  ratio: Spread;
  /** Processor time for a request, theirs over ours (1: as cheap). Undefined where the system does not tell. */
  thrift: number | undefined;
  /** Requests a second, the median of all rounds. */
  ours: number;
  theirs: number;
}

export interface Request {
  path: string;
  headers?: Record<string, string>;
  status: number;
  connections: number;
}

/** How thoroughly two servers are compared. Times in seconds, of each side. */
export interface Effort {
  rounds: number;
  seconds: number;
  warmUp: number;
}

/** What one side did in one round. */
interface Driven {
  rate: number;
  requests: number;
  /** Processor time, in seconds. */
  used: number;
}

export interface Pair {
  ours: Contender;
  theirs: Contender;
}

/** What each side did, round by round. */
export class Rounds {
  readonly ours: Driven[] = [];
  readonly theirs: Driven[] = [];
}

/**
 * Drives two servers in alternation, each first in every other round, so that what else the machine does meets both
 * alike. They are warmed up before. What they do is added to `done`.
 */
export async function drive(
  driver: Child<Driver>,
  pair: Pair,
  { path, headers = {}, ...request }: Request,
  { rounds, seconds, warmUp }: Effort,
  done: Rounds,
): Promise<void> {
  async function driveOne({ url, pid }: Contender, duration = seconds): Promise<Driven> {
    const before = processorSeconds(pid);
    const driven = await driver.ask('drive', { url: url + path, headers, ...request, seconds: duration });
    return { ...driven, used: processorSeconds(pid) - before };
  }
  for (const each of [pair.ours, pair.theirs]) await driveOne(each, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    const turns = [
      async () => done.ours.push(await driveOne(pair.ours)),
      async () => done.theirs.push(await driveOne(pair.theirs)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
  }
}

/** What the rounds come to. */
export function comparisonOf({ ours, theirs }: Rounds): Comparison {
  const thrift = cost(theirs) / cost(ours);
  return {
    ratio: spreadOf(ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? Number.NaN))),
    thrift: Number.isFinite(thrift) ? thrift : undefined,
    ours: median(ours.map(({ rate }) => rate)),
    theirs: median(theirs.map(({ rate }) => rate)),
  };
}

/** Processor time for a request, over all rounds. */
function cost(driven: readonly Driven[]): number {
  const sum = (of: 'used' | 'requests') => driven.reduce((total, each) => total + each[of], 0);
  return sum('used') / sum('requests');
}

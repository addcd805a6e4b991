import { setTimeout as sleep } from 'node:timers/promises';
import type { Bodies } from './lists.ts';
import { read } from './reader.ts';

/** The pause between two reads, in milliseconds, which leaves time for other work. */
const PAUSE = 20;

/** What a reader got. */
export interface Readings {
  /** A line for each answer that is neither 503 nor a whole list, or an older list after a newer one; ten at most. */
  wrong: string[];
  /** Answers with 503. */
  loading: number;
  /** How many answers had the bodies of each stage. */
  whole: number[];
}

/**
 * Reads addresses in turn until it is stopped.
 *
 * @param stages the bodies that there may be, the older ones first
 */
export function readInTurn({ url }: { url: string }, stages: Bodies[]): { stop(): Promise<Readings> } {
  const readings: Readings = { wrong: [], loading: 0, whole: stages.map(() => 0) };
  const reached = new Map<string, number>();
  let reads = true;

  function judge(address: string, status: number, body: string): void {
    if (status === 503) readings.loading += 1;
    const from = reached.get(address) ?? 0;
    const stage = stages.findIndex((bodies, at) => at >= from && bodies[address] === body);
    if (status === 200 && stage >= 0) {
      reached.set(address, stage);
      readings.whole[stage] = (readings.whole[stage] ?? 0) + 1;
    } else if (status !== 503 || reached.has(address)) {
      if (readings.wrong.length < 10) readings.wrong.push(`${address}: ${status} ${body.slice(0, 200)}`);
    }
  }

  async function readOn(): Promise<void> {
    while (reads)
      for (const address of Object.keys(stages[0] ?? {})) {
        const { status, body } = await read(`${url}/el/api/v1/${address}`);
        judge(address, status, body.toString());
        await sleep(PAUSE);
      }
  }

  const reading = readOn().catch((error: Error) => {
    readings.wrong.push(error.message);
  });
  return {
    async stop() {
      reads = false;
      await reading;
      return readings;
    },
  };
}

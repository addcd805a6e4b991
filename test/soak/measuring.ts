import { readdirSync } from 'node:fs';
import { childrenOf, residentBytes } from '../../bench/processes.ts';

/** What the processes of a server have at a time, together. */
export interface Sample {
  /** Milliseconds. */
  at: number;
  megabytes: number;
  descriptors: number;
}

function processesOf(pid: number): number[] {
  const children = childrenOf({ pid }).flatMap((child) => processesOf(Number(child.pid)));
  return [pid, ...children];
}

/** Measures a server and the processes below it. It needs the /proc of Linux. */
export function measure({ pid }: { pid: number }): Sample {
  const sample: Sample = { at: Date.now(), megabytes: 0, descriptors: 0 };
  for (const each of processesOf(pid)) {
    try {
      sample.megabytes += residentBytes({ pid: each }, 'VmRSS') / 1_000_000;
      sample.descriptors += readdirSync(`/proc/${each}/fd`).length;
    } catch {
      // It has ended meanwhile.
    }
  }
  return sample;
}

/** The growth of a value in an hour: the slope of the line that fits best, after a quarter of the time for warming up. */
export function growthPerHour(samples: Sample[], key: 'megabytes' | 'descriptors'): number {
  const warm = samples.slice(Math.floor(samples.length / 4));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, value] = [mean(warm.map((each) => each.at)), mean(warm.map((each) => each[key]))];
  const sum = (term: (sample: Sample) => number) => warm.reduce((total, each) => total + term(each), 0);
  const slope = sum((each) => (each.at - at) * (each[key] - value)) / sum((each) => (each.at - at) ** 2);
  return slope * 3_600_000;
}

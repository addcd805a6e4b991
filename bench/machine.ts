import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

const USED = ['payload', 'next', 'express', 'autocannon'];

/** What the figures were taken on. */
export function machine(): string[] {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1);
  return [
    `${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${gibibytes} GiB, ${type()} ${release()}, load ${load} at the start`,
    `Node ${process.versions.node}, ${USED.map((name) => `${name} ${versionOf(name)}`).join(', ')}`,
  ];
}

function versionOf(name: string): string {
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
}

import { createServer } from 'node:net';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into the server's own processes (`node --import`), for what nobody can see from outside: how long the event
 * loop was held. It answers on a unix socket named after the process.
 */

/** The environment variable with the folder for the sockets. */
export const PROBES = 'BENCH_PROBES';

export interface Probed {
  /** The script that the process runs. */
  script: string;
  /** The longest that the event loop was held since the last question, in milliseconds. */
  hold: number;
}

/** The resolution of the histogram: a free loop shows this long a delay. */
const TICK = 1;

const folder = process.env[PROBES];
if (folder) {
  const delays = monitorEventLoopDelay({ resolution: TICK });
  delays.enable();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    const hold = Math.max(0, delays.max / 1e6 - TICK);
    delays.reset();
    socket.end(JSON.stringify({ script: process.argv[1] ?? '', hold } satisfies Probed));
  });
  server.on('error', () => {});
  server.listen(path.join(folder, `${process.pid}.sock`)).unref();
}

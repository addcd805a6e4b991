import { createServer } from 'node:net';
import path from 'node:path';

/**
 * Loaded into the server's own processes (`node --import`), for what nobody can see from outside: how long the event loop was
 * held. It answers on a unix socket named after the process.
 */

/** The environment variable with the folder for the sockets. */
export const PROBES = 'BENCH_PROBES';

export interface Probed {
  /** The longest that the event loop was held since the last question, in milliseconds. */
  hold: number;
  /**
   * The most processor time that the process used at such a stretch, in milliseconds: less than `hold` where the
   * machine had others to serve.
   */
  used: number;
}

/** How often the event loop is looked at, in milliseconds. */
const TICK = 1;

const folder = process.env[PROBES];
if (folder) {
  let longest: Probed = { hold: 0, used: 0 };
  let at = performance.now();
  let cpu = process.cpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    const hold = Math.max(0, now - at - TICK);
    at = now;
    longest = {
      hold: Math.max(longest.hold, hold),
      used: Math.max(longest.used, Math.min(hold, (user + system) / 1000)),
    };
  }, TICK).unref();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(JSON.stringify(longest));
    longest = { hold: 0, used: 0 };
  });
  server.on('error', () => {});
  server.listen(path.join(folder, `${process.pid}.sock`)).unref();
}

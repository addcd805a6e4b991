import { setImmediate as turn } from 'node:timers/promises';

/**
 * Resolves when no connection waits any more to be accepted, so that a port can be closed without dropping one.
 *
 * @param accepted how many connections the server has accepted so far
 */
export async function acceptAll(accepted: () => number): Promise<void> {
  // libuv accepts one connection in each turn of the event loop; the first turn may be half over.
  for (let before = -1; before !== accepted(); ) {
    before = accepted();
    await turn();
    await turn();
  }
}

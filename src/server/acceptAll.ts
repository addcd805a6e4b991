import { setImmediate as turn } from 'node:timers/promises';

/**
 * Resolves when no connection waits any more to be accepted, so that a port can be closed without dropping one.
 *
 * @param accepted How many connections the server has accepted so far.
 */
export async function acceptAll(accepted: () => number): Promise<void> {
  // A turn of the event loop accepts all that waits; the first one may be half over.
  for (let before = -1; before !== accepted(); ) {
    before = accepted();
    await turn();
    await turn();
  }
}

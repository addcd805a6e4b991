import { setFlagsFromString } from 'node:v8';

/** By how many percent the heap grows before V8 looks again for what is no longer used. */
const GROWTH = 30;

/**
 * Has this process give back memory early, for a sixth more processor time. On its own, V8 lets the heap grow to several times of
 * what is in use if the machine has much memory, which a command should not beside a server.
 */
export function leanHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}

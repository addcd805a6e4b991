import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps one of the objects that Node creates for `process.nextTick`. If none is alive in a full garbage collection, as after
 * a load, V8 forgets their shape and every later request takes a quarter longer. Call it once at start-up.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}

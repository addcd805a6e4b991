/**
 * Makes a read model, has V8 optimize `process.nextTick`, collects all garbage, and says whether it is still optimized: that
 * code goes with the shapes that it was made for.
 *
 * node --allow-natives-syntax --expose-gc --retain-maps-for-n-gc=0 tickShape.mjs
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '../../../bin/build.js';

await build('dist', () => {});
const { lists } = await import('../../../dist/endpoints/lists/index.js');
const { createReadModel } = await import('../../../dist/endpoints/read-model/index.js');

/** V8's own functions, which are no JavaScript. */
const native = (name) => new Function('target', `return %${name}(target)`);
const OPTIMIZED = 1 << 4;
const isOptimized = () => (native('GetOptimizationStatus')(process.nextTick) & OPTIMIZED) !== 0;

async function ticks() {
  for (let count = 0; count < 100; count++) await new Promise((resolve) => process.nextTick(resolve));
}

createReadModel({ lists });
await ticks();
native('PrepareFunctionForOptimization')(process.nextTick);
await ticks();
native('OptimizeFunctionOnNextCall')(process.nextTick);
await ticks();
const before = isOptimized();
// In a turn of its own there is no tick.
await sleep(10);
globalThis.gc();
console.log(JSON.stringify({ before, after: isOptimized() }));

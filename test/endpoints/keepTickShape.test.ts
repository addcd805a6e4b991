import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bounded } from '../support/bounded.ts';

const PROGRAM = join(import.meta.dirname, 'programs/tickShape.mjs');

it('once there is a read model, a full collection leaves Node the shape of its ticks', async () => {
  const options = ['--allow-natives-syntax', '--expose-gc', '--retain-maps-for-n-gc=0'];
  const output = await bounded(process.execPath, [...options, PROGRAM], { total: 50_000 });
  expect(JSON.parse(output)).toEqual({ before: true, after: true });
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'programs/tickShape.mjs');

it('once there is a read model, a full collection leaves Node the shape of its ticks', async () => {
  const options = ['--allow-natives-syntax', '--expose-gc', '--retain-maps-for-n-gc=0'];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, PROGRAM]);
  expect(JSON.parse(stdout)).toEqual({ before: true, after: true });
});

import { expect, it } from 'vitest';
import { cleanUp, onFileEnd } from './cleanup.ts';

it('cleans up the latest first, goes on after a failure, and says at the end what failed', async () => {
  const done: string[] = [];
  onFileEnd(() => {
    done.push('folder');
  });
  onFileEnd(() => {
    throw new Error('the server hangs');
  });
  onFileEnd(async () => {
    done.push('browser');
  });
  await expect(cleanUp()).rejects.toMatchObject({ errors: [new Error('the server hangs')] });
  expect(done).toEqual(['browser', 'folder']);
});

it('cleans up only once', async () => {
  let times = 0;
  onFileEnd(() => {
    times += 1;
  });
  await cleanUp();
  await cleanUp();
  expect(times).toBe(1);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { isRunning } from '../../../src/system/processes.ts';

it('what runs runs, of whichever user; what has ended does not', async () => {
  expect([isRunning(process.pid), isRunning(1)]).toEqual([true, true]);
  const child = spawn(process.execPath, ['--version']);
  await once(child, 'close');
  expect(isRunning(child.pid ?? 0)).toBe(false);
});

it.runIf(process.platform === 'linux')('nor does what its parent never asks about', async () => {
  // `sleep` takes the place of the shell, and asks about none of its children.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [said] = await once(parent.stdout, 'data');
    const pid = Number(said);
    await expect.poll(() => isRunning(pid)).toBe(false);
    // A signal still finds it.
    expect(process.kill(pid, 0)).toBe(true);
  } finally {
    parent.kill('SIGKILL');
  }
});

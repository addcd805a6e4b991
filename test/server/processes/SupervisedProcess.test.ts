import path from 'node:path';
import { expect, it } from 'vitest';
import type { FromCms, ToCms } from '../../../src/server/processes/control.ts';
import { SupervisedProcess } from '../../../src/server/processes/SupervisedProcess.ts';
import { onFileEnd } from '../../support/cleanup.ts';

const SCRIPT = path.join(import.meta.dirname, 'programs/cms.mjs');

/** Starts a process in a role of `programs/cms.mjs`; resolves with its id when it listens. */
async function started(ROLE: string) {
  const lines: string[] = [];
  let pid = 0;
  let onListening: () => void = () => {};
  const listening = new Promise<void>((resolve) => {
    onListening = resolve;
  });
  const supervised = new SupervisedProcess<FromCms, ToCms>({
    name: 'It',
    script: SCRIPT,
    execArgv: [],
    env: () => ({ ...process.env, ROLE }),
    onStart: (child) => {
      pid = child.pid ?? 0;
    },
    onMessage: ({ type }) => type === 'listening' && onListening(),
    onEnd: () => 1000,
    log: (line) => lines.push(line),
  });
  onFileEnd(() => supervised.kill());
  supervised.start();
  await listening;
  return { supervised, pid, lines };
}

it('who does not stop in time is killed, and not started again', async () => {
  const { supervised, pid, lines } = await started('deaf');
  await supervised.stop({ type: 'stop' }, 50);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(lines).toEqual([`It is starting (process ${pid}).`]);
});

it('what is sent to nobody fails', async () => {
  const { supervised } = await started('well');
  await supervised.stop({ type: 'stop' }, 10_000);
  await new Promise<void>((resolve) => supervised.send({ type: 'stop' }, undefined, resolve));
});

import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { CmsProcess } from '../../../src/server/processes/CmsProcess.ts';
import type { CmsStatus } from '../../../src/server/processes/control.ts';

const SCRIPT = path.join(import.meta.dirname, 'programs/cms.mjs');

/** The cms leaves the processor to whoever wants it. */
const PATIENTLY = { timeout: 30_000 };

vi.setConfig({ testTimeout: 60_000 });

const running: CmsProcess[] = [];

afterEach(async () => {
  for (const cms of running.splice(0)) {
    cms.kill();
    await cms.stop();
  }
});

/** Supervises a cms that plays its roles one after the other, the last one for ever. */
function supervise(roles: string[], options: { hungAfter?: number; stopTimeout?: number } = {}) {
  const events: string[] = [];
  const lines: string[] = [];
  const pids: number[] = [];
  const statuses: CmsStatus[] = [];
  let starts = 0;
  const cms = new CmsProcess({
    script: SCRIPT,
    execArgv: [],
    ...options,
    env: () => ({ ...process.env, ROLE: roles[Math.min(starts++, roles.length - 1)] }),
    onStatus: (status) => {
      statuses.push(status);
      events.push(status.state);
    },
    onFirstAdmin: ({ email }) => events.push(`first admin: ${email}`),
    onMisconfigured: (message) => events.push(`refused: ${message}`),
    log: (line) => {
      const [, pid] = /^The cms is starting \(process (\d+)\)\.$/.exec(line) ?? [];
      if (pid) pids.push(Number(pid));
      else lines.push(line);
    },
  });
  running.push(cms);
  cms.start();
  const state = () => cms.status.state;
  return { cms, state, events, lines, statuses, pid: () => pids.at(-1) as number };
}

it('the cms gives documents, then takes requests, on sockets that only this user reaches, and is stopped without a trace', async () => {
  const { cms, state, statuses, events, pid } = supervise(['well']);
  expect(statuses).toEqual([{ state: 'starting' }]);
  await expect.poll(state, PATIENTLY).toBe('up');
  const requests = expect.stringMatching(/\/1\.sock$/);
  const feed = expect.stringMatching(/\/1\.feed$/);
  expect(statuses).toEqual([
    { state: 'starting' },
    { state: 'starting', feed },
    { state: 'up', feed, requests },
  ]);
  const socket = cms.status.requests ?? '';
  const folder = path.dirname(socket);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  // Every thread gives way to the readers.
  const running = pid();
  const { stdout } = await promisify(execFile)('ps', ['-L', '-o', 'nice=', '-p', String(running)]);
  expect(new Set(stdout.trim().split(/\s+/))).toEqual(new Set(['10']));

  await cms.stop();
  expect(events).toEqual(['starting', 'starting', 'up', 'stopped']);
  expect(() => process.kill(running, 0)).toThrow('ESRCH');
  expect([socket, folder].filter(existsSync)).toEqual([]);
});

it('a cms that dies is away at once, and started again on another socket', async () => {
  const { state, cms, events, lines, pid } = supervise(['well']);
  await expect.poll(state, PATIENTLY).toBe('up');
  const first = cms.status;
  process.kill(pid(), 'SIGKILL');
  await expect.poll(() => events.includes('down'), PATIENTLY).toBe(true);
  await expect.poll(state, PATIENTLY).toBe('up');
  expect(cms.status).not.toEqual(first);
  expect(events).toEqual(['starting', 'starting', 'up', 'down', 'starting', 'starting', 'up']);
  expect(lines).toEqual(['The cms ended (SIGKILL); it is started again in 0.3 s.']);
});

it('a cms that cannot start says how often, waits longer each time, and is tried again', async () => {
  const { state, lines, pid } = supervise(['crash', 'crash', 'crash', 'well']);
  await expect.poll(state, PATIENTLY).toBe('up');
  expect(lines).toEqual([
    'The cms could not start (status 3); it is started again in 0.3 s.',
    'The cms could not start 2 times in a row (status 3); it is started again in 0.5 s.',
    'The cms could not start 3 times in a row (status 3); it is started again in 1 s.',
    `The cms is up after 3 failed starts (process ${pid()}).`,
  ]);
});

it('what only an operator can put right is said, and tried again', async () => {
  const { state, events } = supervise(['misconfigured', 'well']);
  await expect.poll(state, PATIENTLY).toBe('up');
  const again = ['starting', 'starting', 'up'];
  expect(events).toEqual(['starting', 'down', 'refused: PORT is wrong', ...again]);
});

it('stops between two starts', async () => {
  const { cms, events } = supervise(['crash']);
  await expect.poll(() => events, PATIENTLY).toEqual(['starting', 'down']);
  await cms.stop();
  expect(events).toEqual(['starting', 'down', 'stopped']);
});

it('a cms that does not stop in time is killed, and not started again', async () => {
  const { cms, state, events, lines, pid } = supervise(['deaf'], { stopTimeout: 50 });
  await expect.poll(state, PATIENTLY).toBe('up');
  await cms.stop();
  expect(() => process.kill(pid(), 0)).toThrow('ESRCH');
  expect({ last: events.at(-1), lines }).toEqual({ last: 'stopped', lines: [] });
});

it('a cms that hangs is killed, and started again', async () => {
  const { state, lines, pid } = supervise(['well'], { hungAfter: 2 });
  await expect.poll(state, PATIENTLY).toBe('up');
  const hung = pid();
  process.kill(hung, 'SIGSTOP');
  await expect.poll(pid, PATIENTLY).not.toBe(hung);
  await expect.poll(state, PATIENTLY).toBe('up');
  expect(lines).toEqual([
    'The cms has given no sign of life for 2 s; it is killed.',
    'The cms ended (SIGKILL); it is started again in 0.3 s.',
  ]);
});

it('a cms that lives is left alone, however long it takes to listen', async () => {
  const { state, lines, pid } = supervise(['slow'], { hungAfter: 2 });
  const first = pid();
  await expect.poll(state, PATIENTLY).toBe('up');
  expect({ lines, same: pid() === first }).toEqual({ lines: [], same: true });
});

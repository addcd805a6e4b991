import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { FromCms } from '../../src/server/messages.ts';
import { type Supervisor, superviseCms } from '../../src/server/supervisor.ts';

const SCRIPT = path.join(import.meta.dirname, 'programs/cms.mjs');

const running: Supervisor[] = [];

afterEach(() => {
  for (const supervisor of running.splice(0)) supervisor.kill();
});

/** Supervises a cms that plays its roles one after the other, the last one for ever. */
function supervise(roles: string[], { giveUp = false } = {}) {
  const events: string[] = [];
  const lines: string[] = [];
  const messages: FromCms[] = [];
  let starts = 0;
  const supervisor = superviseCms({
    script: SCRIPT,
    execArgv: [],
    env: () => ({ ...process.env, ROLE: roles[Math.min(starts++, roles.length - 1)] }),
    onStart: () => {
      events.push('start');
      return {
        onMessage: (message) => {
          events.push(message.type);
          messages.push(message);
        },
        onExit: () => events.push('exit'),
      };
    },
    onMisconfigured: (message) => {
      events.push(`refused: ${message}`);
      return giveUp;
    },
    log: (line) => lines.push(line),
  });
  running.push(supervisor);
  const pid = () =>
    (messages.filter(({ type }) => type === 'listening').at(-1) as unknown as { pid: number }).pid;
  return { supervisor, events, lines, pid };
}

it('the cms is proxied to once it listens, on a socket that only this user reaches', async () => {
  const { supervisor, events } = supervise(['well']);
  expect({ state: supervisor.state(), socket: supervisor.socketPath() }).toEqual({
    state: 'starting',
    socket: undefined,
  });
  await expect.poll(supervisor.state).toBe('up');
  const folder = path.dirname(supervisor.socketPath() ?? '');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(events).toEqual(['start', 'listening']);
});

it('a cms that dies is away at once, and started again on another socket', async () => {
  const { supervisor, events, lines, pid } = supervise(['well']);
  await expect.poll(supervisor.state).toBe('up');
  const first = supervisor.socketPath();
  process.kill(pid(), 'SIGKILL');
  await expect.poll(() => events.includes('exit')).toBe(true);
  await expect.poll(supervisor.state).toBe('up');
  expect(supervisor.socketPath()).not.toBe(first);
  expect(events).toEqual(['start', 'listening', 'exit', 'start', 'listening']);
  expect(lines).toEqual(['The cms ended (SIGKILL); it is started again in 0.3 s.']);
});

it('a cms that cannot start says how often, waits longer each time, and is tried again', async () => {
  const { supervisor, lines } = supervise(['crash', 'crash', 'crash', 'well']);
  await expect.poll(supervisor.state, { timeout: 10_000 }).toBe('up');
  expect(lines).toEqual([
    'The cms could not start (status 3); it is started again in 0.3 s.',
    'The cms could not start 2 times in a row (status 3); it is started again in 0.5 s.',
    'The cms could not start 3 times in a row (status 3); it is started again in 1 s.',
  ]);
});

it('what only an operator can put right ends it, if it is to', async () => {
  const { supervisor, events } = supervise(['misconfigured'], { giveUp: true });
  await expect.poll(() => events).toContain('refused: PORT is wrong');
  await supervisor.stop();
  expect(events).toEqual(['start', 'misconfigured', 'exit', 'refused: PORT is wrong']);
});

it('or is tried again, when the lists are served already', async () => {
  const { supervisor, events } = supervise(['misconfigured', 'well']);
  await expect.poll(supervisor.state).toBe('up');
  expect(events).toEqual(['start', 'misconfigured', 'exit', 'refused: PORT is wrong', 'start', 'listening']);
});

it('stops the cms and does not start it again', async () => {
  const { supervisor, events, pid } = supervise(['well']);
  await expect.poll(supervisor.state).toBe('up');
  const cms = pid();
  await supervisor.stop();
  expect({ state: supervisor.state(), socket: supervisor.socketPath(), events }).toEqual({
    state: 'stopped',
    socket: undefined,
    events: ['start', 'listening', 'exit'],
  });
  expect(() => process.kill(cms, 0)).toThrow('ESRCH');
});

it('stops between two starts', async () => {
  const { supervisor, events } = supervise(['crash']);
  await expect.poll(() => events).toEqual(['start', 'exit']);
  await supervisor.stop();
  expect(supervisor.state()).toBe('stopped');
});

it('a cms that does not stop when asked ends when it is killed', async () => {
  const { supervisor, pid } = supervise(['deaf']);
  await expect.poll(supervisor.state).toBe('up');
  const cms = pid();
  const stopped = supervisor.stop();
  supervisor.kill();
  await stopped;
  expect(() => process.kill(cms, 0)).toThrow('ESRCH');
});

it('leaves no socket and no folder behind', async () => {
  const { supervisor } = supervise(['well']);
  await expect.poll(supervisor.state).toBe('up');
  const socket = supervisor.socketPath() ?? '';
  await supervisor.stop();
  expect([socket, path.dirname(socket)].filter(existsSync)).toEqual([]);
});

import { type ChildProcess, fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NightlyBackups, nextTime } from '../../../src/server/processes/NightlyBackups.ts';
import { freshFolder } from '../../support/databases.ts';

const timeZone = 'Europe/Athens';

describe('the next time', () => {
  it.each([
    ['later today', '2026-11-26T00:00:00Z', '03:30', '2026-11-26T01:30:00.000Z'],
    ['tomorrow, at the time itself', '2026-11-26T01:30:00Z', '03:30', '2026-11-27T01:30:00.000Z'],
    ['just after midnight', '2026-11-26T21:59:59Z', '00:00', '2026-11-26T22:00:00.000Z'],
    ['in summer', '2026-07-01T12:00:00Z', '03:30', '2026-07-02T00:30:00.000Z'],
    ['an hour later in the night that skips it', '2026-03-28T12:00:00Z', '03:30', '2026-03-29T01:30:00.000Z'],
    ['as usual in the night after', '2026-03-29T01:30:00Z', '03:30', '2026-03-30T00:30:00.000Z'],
    ['once in the night that has it twice', '2026-10-24T12:00:00Z', '03:30', '2026-10-25T00:30:00.000Z'],
    ['not again an hour later', '2026-10-25T00:30:00Z', '03:30', '2026-10-26T01:30:00.000Z'],
  ])('is %s', (_, after, at, expected) => {
    expect(nextTime(new Date(after), at, timeZone).toISOString()).toBe(expected);
  });
});

describe('a night', () => {
  let lines: string[];
  let failures: string[];
  let children: ChildProcess[];
  let nights: number[];

  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: new Date('2026-11-26T01:29:00Z'),
    });
    [lines, failures, children, nights] = [[], [], [], []];
  });
  afterEach(() => void vi.useRealTimers());

  /** Backups by a script in place of the command. */
  async function backups(script: string): Promise<NightlyBackups> {
    const file = join(await freshFolder(), 'backup.mjs');
    await writeFile(file, script);
    return new NightlyBackups({
      at: '03:30',
      timeZone,
      begin: (night) => {
        nights.push(night);
        const child = fork(file, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
        children.push(child);
        return child;
      },
      onFailed: (reason) => failures.push(reason),
      log: (line, level = 'info') => lines.push(`${level} ${line.replace(/process \d+/, 'process N')}`),
    });
  }

  const BEGINS = 'info The backup of this night begins (process N).';
  const FAILED =
    'error The backup of this night is not as it should be: see the lines before. When the reason is gone, make one: npx portal-content backup --prove';

  it('begins one backup, and the next night another; what they say is in the log', async () => {
    const nightly = await backups(`console.log('Backed up into …'); process.disconnect();`);
    nightly.start();
    vi.advanceTimersByTime(50_000);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() => expect(lines).toEqual([BEGINS, 'info Backed up into …']));
    await vi.waitFor(() => expect(children[0]?.exitCode).toBe(0));
    vi.advanceTimersByTime(60 * 60_000);
    expect(children).toHaveLength(1);
    await vi.waitFor(() => {
      vi.advanceTimersByTime(23 * 60 * 60_000);
      expect(children).toHaveLength(2);
    });
    await nightly.stop();
    expect({ nights, failures }).toEqual({ nights: [20261126, 20261127], failures: [] });
  });

  it('that fails is said with what to do', async () => {
    const nightly = await backups(
      `console.error('The disk is full.\\nNo backup was made.'); process.exit(1);`,
    );
    nightly.start();
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(() =>
      expect(lines).toEqual([BEGINS, 'error The disk is full.', 'error No backup was made.', FAILED]),
    );
    expect(failures).toEqual(['The disk is full.\nNo backup was made.']);
    await nightly.stop();
  });

  it('whose backup is killed from outside says so', async () => {
    const nightly = await backups(`process.kill(process.pid, 'SIGKILL');`);
    nightly.start();
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(() => expect(lines).toEqual([BEGINS, FAILED]));
    expect(failures).toEqual(['It ended with SIGKILL.']);
    await nightly.stop();
  });

  it('ends with the server: a backup is killed, and that is no failure', async () => {
    const nightly = await backups(`console.log('It begins.'); setInterval(() => {}, 1000);`);
    nightly.start();
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(() => expect(lines).toEqual([BEGINS, 'info It begins.']));
    await nightly.stop();
    expect(children[0]?.signalCode).toBe('SIGKILL');
    vi.advanceTimersByTime(48 * 60 * 60_000);
    expect({ lines: lines.slice(2), failures, count: children.length }).toEqual({
      lines: ['warn The backup of this night is stopped with the server.'],
      failures: [],
      count: 1,
    });
  });
});

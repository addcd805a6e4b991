import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { progressDisplay } from '../../src/commands/output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('without a terminal, long work says every minute how far it is, and when it will be done', () => {
  const lines: string[] = [];
  const stream = { isTTY: false, write: (line: string) => lines.push(line) } as unknown as NodeJS.WriteStream;
  const progress = progressDisplay(stream);
  for (let done = 0; done <= 60; done++) {
    progress.show({ title: 'Writing', done: done * 10, total: 1000 });
    vi.advanceTimersByTime(3000);
  }
  progress.show({ title: 'Reading', done: 0, total: 1 });
  vi.advanceTimersByTime(20_000);
  progress.show({ title: 'Images', done: 0, total: 1000, now: 'a.png' });
  vi.advanceTimersByTime(60_000);
  progress.show({ title: 'Images', done: 200, total: 1000, now: 'b.png' });
  expect(lines).toEqual([
    'Writing: 1000\n',
    'Writing: 200 of 1000, 4 min left\n',
    'Writing: 400 of 1000, 3 min left\n',
    'Writing: 600 of 1000, 2 min left\n',
    'Reading\n',
    'Images: 1000\n',
    'Images, 201 of 1000, 4 min left: b.png\n',
  ]);
});

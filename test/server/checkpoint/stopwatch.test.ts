import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stopwatch } from '../../../src/server/checkpoint/stopwatch.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

it('counts the making of values, and not what is done with them', () => {
  const watch = stopwatch();
  function* made(): Generator<string, void> {
    vi.advanceTimersByTime(1);
    yield 'a';
    vi.advanceTimersByTime(2);
    yield 'b';
    vi.advanceTimersByTime(4);
  }
  const values: string[] = [];
  for (const value of watch.duringEach(made())) {
    vi.advanceTimersByTime(100);
    values.push(value);
  }
  expect({ values, total: watch.total() }).toEqual({ values: ['a', 'b'], total: 7 });
});

it('counts work that throws, and adds up', () => {
  const watch = stopwatch();
  const failing = () => {
    vi.advanceTimersByTime(3);
    throw new Error('not now');
  };
  expect(() => watch.during(failing)).toThrow('not now');
  const answer = watch.during(() => {
    vi.advanceTimersByTime(5);
    return 'done';
  });
  expect({ answer, total: watch.total() }).toEqual({ answer: 'done', total: 8 });
});

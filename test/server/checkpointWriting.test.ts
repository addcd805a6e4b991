import { statSync } from 'node:fs';
import fs, { readdir, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Checkpoint } from '../../src/server/checkpoint.ts';
import { freshPlace, LONG_AGO, type Place, until } from './checkpoint/checkpoints.ts';
import { snapshotOf } from './checkpoint/snapshots.ts';

let place: Place;
let writer: Checkpoint;

beforeEach(async () => {
  place = await freshPlace();
  writer = place.checkpoint();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});

afterEach(async () => {
  await writer.close();
  vi.useRealTimers();
});

/** Resolves when something is going to be written. */
const planned = () => until(() => vi.getTimerCount() === 1);

describe('when it is written', () => {
  it('once for many changes, two seconds after the first', async () => {
    for (let change = 0; change < 10; change++) {
      writer.changed();
      vi.advanceTimersByTime(199);
    }
    expect(place.begun).toBe(0);
    vi.advanceTimersByTime(10);
    await until(() => place.begun === 1);
    await writer.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(place.begun).toBe(1);
  });

  it('one writing at a time: what changes meanwhile is written by the next, and only then', async () => {
    writer.changed();
    vi.advanceTimersByTime(2000);
    await until(() => place.begun === 1);
    place.served = snapshotOf(5);
    writer.changed();
    writer.changed();
    expect(vi.getTimerCount()).toBe(0);
    await planned();
    expect(await place.read()).toEqual(snapshotOf(3));
    vi.advanceTimersByTime(2000);
    await until(() => place.begun === 2);
    await writer.close();
    expect(place.begun).toBe(2);
    expect(await place.read()).toEqual(snapshotOf(5));
  });

  it.each([
    { took: 3000, pause: 30_000, what: 'ten times as long as the writing took' },
    { took: 8000, pause: 60_000, what: 'a minute at most' },
  ])('under lasting changes, after $what', async ({ took, pause }) => {
    writer.changed();
    vi.advanceTimersByTime(2000);
    await until(() => place.begun === 1);
    writer.changed();
    // The disk is at it.
    vi.advanceTimersByTime(took);
    await planned();
    vi.advanceTimersByTime(pause - 1);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    await until(() => place.begun === 2);
  });

  it('not while there are no lists', async () => {
    place.served = undefined;
    writer.changed();
    vi.advanceTimersByTime(2000);
    await until(() => place.begun === 1);
    await writer.close();
    expect(await readdir(place.dataDir)).toEqual([]);
    expect(place.log).toEqual([]);
  });
});

describe('close', () => {
  it('writes nothing where nothing changed, and ends all writing', async () => {
    await writer.close();
    writer.changed();
    writer.stillCurrent();
    expect(vi.getTimerCount()).toBe(0);
    await writer.close();
    expect(place.begun).toBe(0);
    expect(await readdir(place.dataDir)).toEqual([]);
  });
});

describe('what cannot be written', () => {
  it('is said once, tried later and later, and said to work again', async () => {
    await writeFile(place.folder, 'in its place');
    writer.changed();
    vi.advanceTimersByTime(2000);
    for (const [attempt, pause] of [4, 8, 16, 32, 60, 60].entries()) {
      await planned();
      expect(place.begun).toBe(attempt + 1);
      vi.advanceTimersByTime(pause * 1000 - 1);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      await until(() => place.begun === attempt + 2);
    }
    await planned();
    const failed = expect.stringContaining(`The checkpoint ${place.folder} could not be written: EEXIST`);
    expect(place.log).toEqual([failed]);

    await rm(place.folder);
    vi.advanceTimersByTime(60_000);
    const works = `The checkpoint ${place.folder} can be written again.`;
    await until(() => place.log.length === 2);
    expect(place.log).toEqual([failed, works]);
    expect(await place.read()).toEqual(snapshotOf(3));

    await rm(place.folder, { recursive: true });
    await writeFile(place.folder, 'in its place again');
    writer.changed();
    await writer.close();
    expect(place.log).toEqual([failed, works, failed]);
  });
});

describe('the time of the lists', () => {
  const indexTime = () => statSync(place.index, { throwIfNoEntry: false })?.mtimeMs;

  beforeEach(async () => {
    vi.setSystemTime(LONG_AGO);
    writer.changed();
    vi.advanceTimersByTime(2000);
    // Its last step.
    const placing = vi.spyOn(fs, 'rename');
    syncBuiltinESMExports();
    await until(() => placing.mock.calls.some(([, to]) => to === place.index));
    await placing.mock.results.at(-1)?.value;
    placing.mockRestore();
    syncBuiltinESMExports();
    expect(indexTime()).toBe(LONG_AGO.getTime());
    vi.setSystemTime(LONG_AGO.getTime() + 30_000);
  });

  it('is renewed while they are as they were written, without writing them', async () => {
    const { ino } = statSync(place.index);
    writer.stillCurrent();
    await writer.close();
    expect(indexTime()).toBe(LONG_AGO.getTime() + 30_000);
    expect(statSync(place.index).ino).toBe(ino);
    expect(place.begun).toBe(1);
  });

  it('is not renewed while a change is unwritten, but counts for what is written then', async () => {
    writer.changed();
    vi.setSystemTime(LONG_AGO.getTime() + 31_000);
    writer.stillCurrent();
    let before: number | undefined;
    Object.defineProperty(place, 'served', {
      get() {
        before = indexTime();
        return snapshotOf(4);
      },
    });
    await writer.close();
    expect(before).toBe(LONG_AGO.getTime());
    expect(indexTime()).toBe(LONG_AGO.getTime() + 31_000);
  });

  it('is when the lists were taken, not when they were on the disk', async () => {
    const next = place.checkpoint({
      async snapshot() {
        queueMicrotask(() => {
          vi.setSystemTime(LONG_AGO.getTime() + 90_000);
          next.stillCurrent();
        });
        return place.served;
      },
    });
    vi.setSystemTime(LONG_AGO.getTime() + 60_000);
    next.changed();
    await next.close();
    expect(indexTime()).toBe(LONG_AGO.getTime() + 60_000);
  });

  it('of lists that have lost a body is renewed by writing them again', async () => {
    await rm(await place.body('news-posts'));
    writer.stillCurrent();
    await planned();
    await writer.close();
    expect(place.begun).toBe(2);
    expect(await place.read()).toEqual(snapshotOf(3));
    expect(place.log).toEqual([]);
  });

  it('of other lists that another process wrote is not renewed: this process writes its own again', async () => {
    const others = snapshotOf(8);
    await place.write(others);
    const time = indexTime();
    vi.setSystemTime(LONG_AGO.getTime() + 60_000);
    writer.stillCurrent();
    await planned();
    expect(indexTime()).toBe(time);
    expect(await place.read()).toEqual(others);
    await writer.close();
    expect(await place.read()).toEqual(snapshotOf(3));
    expect(indexTime()).toBe(LONG_AGO.getTime() + 60_000);
  });
});

import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { BLOCK, encodeSnapshot } from '../../src/server/checkpoint/encodeSnapshot.ts';
import { GROUP } from '../../src/server/checkpoint/layout.ts';
import { snapshotOf } from './checkpoint/snapshots.ts';
import { turn, until, type Writing, writing } from './checkpoint/writing.ts';

let here: Writing;

beforeEach(async () => {
  here = await writing();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('when it is written', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });

  it('once for many changes, two seconds after the first', async () => {
    const writer = here.made();
    for (let change = 0; change < 10; change++) {
      writer.changed();
      vi.advanceTimersByTime(199);
    }
    expect(here.begun).toBe(0);
    vi.advanceTimersByTime(10);
    expect(here.begun).toBe(1);
    await writer.close();
    vi.advanceTimersByTime(100_000);
    expect(here.begun).toBe(1);
  });

  it('one writing at a time: what changes meanwhile is written by the next, and only then', async () => {
    const writer = here.made();
    writer.changed();
    vi.advanceTimersByTime(2000);
    here.served = snapshotOf(5);
    writer.changed();
    writer.changed();
    expect(vi.getTimerCount()).toBe(0);
    await until(() => vi.getTimerCount() === 1);
    expect(await here.read()).toEqual(snapshotOf(3));
    vi.advanceTimersByTime(2000);
    expect(here.begun).toBe(2);
    await writer.close();
    expect(here.begun).toBe(2);
    expect(await here.read()).toEqual(snapshotOf(5));
  });

  it.each([
    {
      took: 100,
      rest: 50_000,
      what: 'five hundred times as long after the last writing as that held the event loop',
    },
    { took: 3000, rest: 60_000, what: 'a minute after a writing that held it long' },
  ])('under lasting changes, $what', async ({ took, rest }) => {
    const snapshot = () => {
      here.begun++;
      vi.advanceTimersByTime(took);
      return here.served;
    };
    const writer = here.made({ snapshot });
    writer.changed();
    vi.advanceTimersByTime(2000);
    writer.changed();
    await until(() => vi.getTimerCount() === 1);
    vi.advanceTimersByTime(rest - 1);
    expect(here.begun).toBe(1);
    vi.advanceTimersByTime(1);
    expect(here.begun).toBe(2);
    await writer.close();
  });

  it('under lasting changes, no sooner than ten times as long after the last writing as that took', async () => {
    const took = 5000;
    const writer = here.made();
    writer.changed();
    vi.advanceTimersByTime(2000);
    expect(here.begun).toBe(1);
    writer.changed();
    // The disk is at it.
    vi.advanceTimersByTime(took);
    await until(() => vi.getTimerCount() === 1);
    vi.advanceTimersByTime(10 * took - 1);
    expect(here.begun).toBe(1);
    vi.advanceTimersByTime(1);
    expect(here.begun).toBe(2);
    await writer.close();
  });

  it('two seconds after the first change again, once that rest is over', async () => {
    const snapshot = () => {
      if (here.begun++ === 0) vi.advanceTimersByTime(3000);
      return here.served;
    };
    const writer = here.made({ snapshot });
    writer.changed();
    vi.advanceTimersByTime(2000);
    await here.renewed(writer);
    vi.advanceTimersByTime(60_000);
    writer.changed();
    vi.advanceTimersByTime(2000);
    expect(here.begun).toBe(2);
    await writer.close();
  });

  it('not while there are no lists', async () => {
    here.served = undefined;
    const writer = here.made();
    writer.changed();
    vi.advanceTimersByTime(2000);
    expect(here.begun).toBe(1);
    await writer.close();
    expect(await readdir(here.folder)).toEqual([]);
    expect(here.log).toEqual([]);
  });
});

describe('close', () => {
  it('writes what is outstanding, at once', async () => {
    const writer = here.made({ pause: 1e6 });
    writer.changed();
    await writer.close();
    expect(await here.read()).toEqual(snapshotOf(3));
  });

  it('writes what changed during a writing that is under way', async () => {
    const writer = here.made({ pause: 0 });
    writer.changed();
    await until(() => here.begun === 1);
    here.served = snapshotOf(5);
    writer.changed();
    await writer.close();
    expect(here.begun).toBe(2);
    expect(await here.read()).toEqual(snapshotOf(5));
  });

  it('writes nothing where nothing changed, and ends all writing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const writer = here.made();
    await writer.close();
    writer.changed();
    writer.stillCurrent();
    await writer.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(here.begun).toBe(0);
    expect(await readdir(here.folder)).toEqual([]);
  });

  it('ends where nothing can be written', async () => {
    here.file = join(here.folder, 'gone', 'checkpoint');
    const writer = here.made();
    writer.changed();
    await writer.close();
    expect(here.log).toEqual([
      expect.stringContaining(`The checkpoint ${here.file} could not be written: ENOENT`),
    ]);
  });
});

describe('what cannot be written', () => {
  it('is said once, tried again, and said to work again', async () => {
    here.file = join(here.folder, 'data', 'checkpoint');
    const writer = here.made({ pause: 1 });
    const failed = expect.stringContaining(`The checkpoint ${here.file} could not be written: ENOENT`);
    const works = `The checkpoint ${here.file} can be written again.`;
    writer.changed();
    await until(() => here.begun === 4);
    expect(here.log).toEqual([failed]);
    await mkdir(join(here.folder, 'data'));
    await until(() => here.log.length === 2);
    expect(here.log).toEqual([failed, works]);
    expect(await here.read()).toEqual(snapshotOf(3));
    await rm(join(here.folder, 'data'), { recursive: true });
    writer.changed();
    await until(() => here.log.length === 3);
    await writer.close();
    expect(here.log).toEqual([failed, works, failed]);
  });

  it('leaves nothing unfinished behind', async () => {
    await mkdir(join(here.file, 'a folder in its place'), { recursive: true });
    const writer = here.made();
    writer.changed();
    await writer.close();
    expect(here.log).toEqual([
      expect.stringContaining(`The checkpoint ${here.file} could not be written: E`),
    ]);
    expect(await readdir(here.folder)).toEqual(['checkpoint']);
  });

  it('is tried later and later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    here.file = join(here.folder, 'gone', 'checkpoint');
    const writer = here.made();
    writer.changed();
    vi.advanceTimersByTime(2000);
    for (const [attempt, pause] of [4, 8, 16, 32, 60, 60].entries()) {
      await until(() => vi.getTimerCount() === 1);
      vi.advanceTimersByTime(pause * 1000 - 1);
      expect(here.begun).toBe(attempt + 1);
      vi.advanceTimersByTime(1);
      expect(here.begun).toBe(attempt + 2);
    }
    await writer.close();
  });

  it('is written as well when taking the lists failed', async () => {
    let failures = 2;
    const snapshot = () => {
      if (failures-- > 0) throw new Error('not now');
      return here.served;
    };
    const writer = here.made({ snapshot, pause: 1 });
    writer.changed();
    await until(() => here.log.length === 2);
    await writer.close();
    expect(here.log[0]).toBe(`The checkpoint ${here.file} could not be written: not now`);
    expect(await here.read()).toEqual(snapshotOf(3));
  });
});

describe('readers do not wait for the writing', () => {
  it('no turn of the event loop looks at more than a block of elements', async () => {
    const length = 1000;
    const rows = 20_000;
    let now = 0;
    const seen = new Map<number, Set<number>>();
    here.served = snapshotOf(rows, { bytes: length });
    for (const row of here.served.lists[0]?.rows ?? []) {
      const { bytes } = row;
      Object.defineProperty(row, 'bytes', {
        get() {
          seen.set(now, (seen.get(now) ?? new Set()).add(row.apiId));
          return bytes;
        },
      });
    }
    const writer = here.made({ pause: 0 });
    writer.changed();
    for (; !existsSync(here.file); now++) await turn();
    await writer.close();
    expect(new Set([...seen.values()].flatMap((ids) => [...ids])).size).toBe(rows);
    expect(Math.max(...[...seen.values()].map((ids) => ids.size))).toBeLessThanOrEqual(
      Math.ceil(BLOCK / length) + GROUP,
    );
  });

  it('its blocks lie in the same memory, so that the lists are not held twice', () => {
    const memory = new Set<ArrayBufferLike>();
    let size = 0;
    for (const block of encodeSnapshot(snapshotOf(5000, { bytes: 1000 }), lists)) {
      if (block.length > 32) memory.add(block.buffer);
      size += block.length;
    }
    expect(size).toBeGreaterThan(5_000_000);
    expect([...memory].map(({ byteLength }) => byteLength)).toEqual([BLOCK]);
  });
});

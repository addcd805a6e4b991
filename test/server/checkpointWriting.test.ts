import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import type { Snapshot } from '../../endpoints/read-model/index.ts';
import { BLOCK, encodeSnapshot } from '../../src/server/checkpoint/encodeSnapshot.ts';
import { GROUP } from '../../src/server/checkpoint/layout.ts';
import { type Checkpoint, type CheckpointOptions, checkpoint } from '../../src/server/checkpoint.ts';
import { freshFolder } from '../support/databases.ts';
import { snapshotOf } from './checkpoint/snapshots.ts';

let folder: string;
let file: string;
let log: string[];
/** How many writings have begun: each takes one snapshot. */
let begun: number;
/** What is served now. */
let served: Snapshot | undefined;

beforeEach(async () => {
  folder = await freshFolder();
  file = join(folder, 'checkpoint');
  log = [];
  begun = 0;
  served = snapshotOf(3);
});

afterEach(() => {
  vi.useRealTimers();
});

function made(options: Partial<CheckpointOptions> = {}): Checkpoint {
  const snapshot = () => {
    begun++;
    return served;
  };
  return checkpoint({ file, lists, snapshot, log: (line) => log.push(line), ...options });
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits as long as the test may take. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

const LONG_AGO = new Date('2021-04-01T09:15:02Z');
const time = async () => (await stat(file)).mtime;

/** Waits until the time of what is written is renewed, which takes the end of its writing. */
async function renewed(writer: Checkpoint): Promise<void> {
  await until(() => existsSync(file));
  await utimes(file, LONG_AGO, LONG_AGO);
  while ((await time()) <= LONG_AGO) {
    writer.stillCurrent();
    await turn();
  }
}

async function readSnapshot(): Promise<Snapshot | undefined> {
  return (await checkpoint({ file, lists, snapshot: () => undefined, log: () => {} }).read())?.snapshot;
}

describe('when it is written', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });

  it('once for many changes, two seconds after the first', async () => {
    const writer = made();
    for (let change = 0; change < 10; change++) {
      writer.changed();
      vi.advanceTimersByTime(199);
    }
    expect(begun).toBe(0);
    vi.advanceTimersByTime(10);
    expect(begun).toBe(1);
    await writer.close();
    vi.advanceTimersByTime(100_000);
    expect(begun).toBe(1);
  });

  it('one writing at a time: what changes meanwhile is written by the next, and only then', async () => {
    const writer = made();
    writer.changed();
    vi.advanceTimersByTime(2000);
    served = snapshotOf(5);
    writer.changed();
    writer.changed();
    expect(vi.getTimerCount()).toBe(0);
    await until(() => vi.getTimerCount() === 1);
    expect(await readSnapshot()).toEqual(snapshotOf(3));
    vi.advanceTimersByTime(2000);
    expect(begun).toBe(2);
    await writer.close();
    expect(begun).toBe(2);
    expect(await readSnapshot()).toEqual(snapshotOf(5));
  });

  it('under lasting changes, no sooner than ten times as long after the last writing as that took', async () => {
    const took = 3000;
    const snapshot = () => {
      begun++;
      vi.advanceTimersByTime(took);
      return served;
    };
    const writer = made({ snapshot });
    writer.changed();
    vi.advanceTimersByTime(2000);
    writer.changed();
    await until(() => vi.getTimerCount() === 1);
    vi.advanceTimersByTime(10 * took - 1);
    expect(begun).toBe(1);
    vi.advanceTimersByTime(1);
    expect(begun).toBe(2);
    await writer.close();
  });

  it('two seconds after the first change again, once that rest is over', async () => {
    const snapshot = () => {
      if (begun++ === 0) vi.advanceTimersByTime(3000);
      return served;
    };
    const writer = made({ snapshot });
    writer.changed();
    vi.advanceTimersByTime(2000);
    await renewed(writer);
    vi.advanceTimersByTime(60_000);
    writer.changed();
    vi.advanceTimersByTime(2000);
    expect(begun).toBe(2);
    await writer.close();
  });

  it('not while there are no lists', async () => {
    served = undefined;
    const writer = made();
    writer.changed();
    vi.advanceTimersByTime(2000);
    expect(begun).toBe(1);
    await writer.close();
    expect(await readdir(folder)).toEqual([]);
    expect(log).toEqual([]);
  });
});

describe('close', () => {
  it('writes what is outstanding, at once', async () => {
    const writer = made({ pause: 1e6 });
    writer.changed();
    await writer.close();
    expect(await readSnapshot()).toEqual(snapshotOf(3));
  });

  it('writes what changed during a writing that is under way', async () => {
    const writer = made({ pause: 0 });
    writer.changed();
    await until(() => begun === 1);
    served = snapshotOf(5);
    writer.changed();
    await writer.close();
    expect(begun).toBe(2);
    expect(await readSnapshot()).toEqual(snapshotOf(5));
  });

  it('writes nothing where nothing changed, and ends all writing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const writer = made();
    await writer.close();
    writer.changed();
    writer.stillCurrent();
    await writer.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(begun).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it('ends where nothing can be written', async () => {
    file = join(folder, 'gone', 'checkpoint');
    const writer = made();
    writer.changed();
    await writer.close();
    expect(log).toEqual([expect.stringContaining(`The checkpoint ${file} could not be written: ENOENT`)]);
  });
});

describe('what cannot be written', () => {
  it('is said once, tried again, and said to work again', async () => {
    file = join(folder, 'data', 'checkpoint');
    const writer = made({ pause: 1 });
    const failed = expect.stringContaining(`The checkpoint ${file} could not be written: ENOENT`);
    const works = `The checkpoint ${file} can be written again.`;
    writer.changed();
    await until(() => begun === 4);
    expect(log).toEqual([failed]);
    await mkdir(join(folder, 'data'));
    await until(() => log.length === 2);
    expect(log).toEqual([failed, works]);
    expect(await readSnapshot()).toEqual(snapshotOf(3));
    await rm(join(folder, 'data'), { recursive: true });
    writer.changed();
    await until(() => log.length === 3);
    await writer.close();
    expect(log).toEqual([failed, works, failed]);
  });

  it('leaves nothing unfinished behind', async () => {
    await mkdir(join(file, 'a folder in its place'), { recursive: true });
    const writer = made();
    writer.changed();
    await writer.close();
    expect(log).toEqual([expect.stringContaining(`The checkpoint ${file} could not be written: E`)]);
    expect(await readdir(folder)).toEqual(['checkpoint']);
  });

  it('is tried later and later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    file = join(folder, 'gone', 'checkpoint');
    const writer = made();
    writer.changed();
    vi.advanceTimersByTime(2000);
    for (const [attempt, pause] of [4, 8, 16, 32, 60, 60].entries()) {
      await until(() => vi.getTimerCount() === 1);
      vi.advanceTimersByTime(pause * 1000 - 1);
      expect(begun).toBe(attempt + 1);
      vi.advanceTimersByTime(1);
      expect(begun).toBe(attempt + 2);
    }
    await writer.close();
  });

  it('is written as well when taking the lists failed', async () => {
    let failures = 2;
    const snapshot = () => {
      if (failures-- > 0) throw new Error('not now');
      return served;
    };
    const writer = made({ snapshot, pause: 1 });
    writer.changed();
    await until(() => log.length === 2);
    await writer.close();
    expect(log[0]).toBe(`The checkpoint ${file} could not be written: not now`);
    expect(await readSnapshot()).toEqual(snapshotOf(3));
  });
});

describe('the time of the lists', () => {
  it('is renewed while they are as they were written, without writing them', async () => {
    const writer = made({ pause: 0 });
    writer.changed();
    await until(() => existsSync(file));
    const { ino } = await stat(file);
    await renewed(writer);
    await writer.close();
    expect((await stat(file)).ino).toBe(ino);
    expect(begun).toBe(1);
  });

  it('is not renewed before this process has written them', async () => {
    const before = made();
    before.changed();
    await before.close();
    await utimes(file, LONG_AGO, LONG_AGO);
    const writer = made();
    writer.stillCurrent();
    await writer.close();
    expect(await time()).toEqual(LONG_AGO);
  });

  it('is not renewed while a change is unwritten, but counts for what is written then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: LONG_AGO });
    const before = made();
    before.changed();
    vi.setSystemTime(LONG_AGO.getTime() + 30_000);
    before.stillCurrent();
    expect(await readdir(folder)).toEqual([]);
    await before.close();
    expect((await time()).getTime()).toBe(LONG_AGO.getTime() + 30_000);
  });

  it('of lists whose file is gone is renewed by writing them again', async () => {
    const writer = made({ pause: 0 });
    writer.changed();
    await until(() => existsSync(file));
    await rm(file);
    while (!existsSync(file)) {
      writer.stillCurrent();
      await turn();
    }
    await writer.close();
    expect(begun).toBe(2);
    expect(await readSnapshot()).toEqual(snapshotOf(3));
    expect(log).toEqual([]);
  });
});

describe('readers do not wait for the writing', () => {
  it('no turn of the event loop looks at more than a block of elements', async () => {
    const length = 1000;
    const rows = 20_000;
    let now = 0;
    const seen = new Map<number, Set<number>>();
    served = snapshotOf(rows, { bytes: length });
    for (const row of served.lists[0]?.rows ?? []) {
      const { bytes } = row;
      Object.defineProperty(row, 'bytes', {
        get() {
          seen.set(now, (seen.get(now) ?? new Set()).add(row.apiId));
          return bytes;
        },
      });
    }
    const writer = made({ pause: 0 });
    writer.changed();
    for (; !existsSync(file); now++) await turn();
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

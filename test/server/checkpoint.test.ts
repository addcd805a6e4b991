import fs, { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filesOf, freshPlace, LONG_AGO, type Place } from './checkpoint/checkpoints.ts';
import { anySnapshot, snapshotOf } from './checkpoint/snapshots.ts';

let place: Place;

beforeEach(async () => {
  place = await freshPlace();
});

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const settings = { collation: 'el', lists: {} } as const;

describe('what was written is read', () => {
  it('whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(anySnapshot, async (snapshot) => {
        await place.write(snapshot);
        expect(await place.read()).toEqual(snapshot);
      }),
    );
    expect(place.log).toEqual([]);
  });

  it('in the latest state, and nothing else is left', async () => {
    await place.write(snapshotOf(500));
    const left = [
      '0.json',
      `${'0'.repeat(64)}.json.5e1c0cd6-2d0f-4b6c-8a52-0a4f8cde3d52`,
      'a-list-of-before.json',
    ];
    for (const name of left) await writeFile(join(place.folder, name), '');
    await place.write(snapshotOf(2));
    expect(await place.read()).toEqual(snapshotOf(2));
    expect(await place.files()).toEqual(filesOf(snapshotOf(2)));
  });
});

describe('on the disk', () => {
  it('a body that has not changed is not written again by the process that wrote it', async () => {
    const writer = place.checkpoint();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    writer.changed();
    vi.runAllTimers();
    vi.useRealTimers();
    await vi.waitUntil(async () => (await place.read()) !== undefined);
    const posts = (await stat(await place.body('news-posts'))).ino;
    const none = (await stat(await place.body('news-categories'))).ino;
    place.served = { settings, lists: [...snapshotOf(4).lists] };
    writer.changed();
    await writer.close();
    expect((await stat(await place.body('news-posts'))).ino).not.toBe(posts);
    expect((await stat(await place.body('news-categories'))).ino).toBe(none);
  });

  it('a body that was broken on the disk is written again by the next process', async () => {
    await place.write(snapshotOf(3));
    await writeFile(await place.body('news-posts'), 'something else');
    await place.write(snapshotOf(3));
    expect(await place.read()).toEqual(snapshotOf(3));
  });

  it('what is not of the checkpoint stays', async () => {
    await mkdir(place.folder);
    await writeFile(join(place.folder, 'robots.txt'), '');
    await place.write(snapshotOf(3));
    expect(await place.files()).toContain('robots.txt');
  });
});

describe('a reader beside a writer', () => {
  it('reads what replaced the lists whose body goes meanwhile', async () => {
    await place.write(snapshotOf(3));
    const { readFile } = fs;
    vi.spyOn(fs, 'readFile').mockImplementationOnce(async (...args: Parameters<typeof readFile>) => {
      const index = await readFile(...args);
      await place.write(snapshotOf(5));
      return index;
    });
    syncBuiltinESMExports();
    expect(await place.read()).toEqual(snapshotOf(5));
    expect(place.log).toEqual([]);
  });
});

describe('the time', () => {
  it('is what the index says, and never one that is still to come', async () => {
    await place.write(snapshotOf(3));
    await utimes(place.index, LONG_AGO, LONG_AGO);
    expect((await place.checkpoint().read())?.current).toBe(LONG_AGO.getTime());
    const tomorrow = new Date(Date.now() + 86_400_000);
    await utimes(place.index, tomorrow, tomorrow);
    expect((await place.checkpoint().read())?.current).toBeLessThanOrEqual(Date.now());
  });
});

import { existsSync } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { snapshotOf } from './checkpoint/snapshots.ts';
import { LONG_AGO, turn, until, type Writing, writing } from './checkpoint/writing.ts';

let here: Writing;

beforeEach(async () => {
  here = await writing();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the time of the lists', () => {
  it('is renewed while they are as they were written, without writing them', async () => {
    const writer = here.made({ pause: 0 });
    writer.changed();
    await until(() => existsSync(here.file));
    const { ino } = await stat(here.file);
    await here.renewed(writer);
    await writer.close();
    expect((await stat(here.file)).ino).toBe(ino);
    expect(here.begun).toBe(1);
  });

  it('is not renewed before this process has written them', async () => {
    const before = here.made();
    before.changed();
    await before.close();
    await utimes(here.file, LONG_AGO, LONG_AGO);
    const writer = here.made();
    writer.stillCurrent();
    await writer.close();
    expect(await here.time()).toEqual(LONG_AGO);
  });

  it('is not renewed while a change is unwritten, but counts for what is written then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: LONG_AGO });
    const before = here.made();
    before.changed();
    vi.setSystemTime(LONG_AGO.getTime() + 30_000);
    before.stillCurrent();
    expect(await readdir(here.folder)).toEqual([]);
    await before.close();
    expect((await here.time()).getTime()).toBe(LONG_AGO.getTime() + 30_000);
  });

  it('of lists whose file is gone is renewed by writing them again', async () => {
    const writer = here.made({ pause: 0 });
    writer.changed();
    await until(() => existsSync(here.file));
    await rm(here.file);
    while (!existsSync(here.file)) {
      writer.stillCurrent();
      await turn();
    }
    await writer.close();
    expect(here.begun).toBe(2);
    expect(await here.read()).toEqual(snapshotOf(3));
    expect(here.log).toEqual([]);
  });
});

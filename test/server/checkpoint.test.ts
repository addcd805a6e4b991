import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type List, lists } from '../../endpoints/lists/index.ts';
import type { Snapshot } from '../../endpoints/read-model/index.ts';
import { type Checkpoint, checkpoint } from '../../src/server/checkpoint.ts';
import { freshFolder } from '../support/databases.ts';
import { anySnapshot, snapshotOf } from './checkpoint/snapshots.ts';

let folder: string;
let file: string;
let log: string[];

beforeEach(async () => {
  folder = await freshFolder();
  file = join(folder, 'checkpoint');
  log = [];
});

function made(snapshot?: Snapshot, of: readonly List[] = lists): Checkpoint {
  return checkpoint({ file, lists: of, snapshot: () => snapshot, log: (line) => log.push(line) });
}

async function write(snapshot: Snapshot): Promise<void> {
  const writer = made(snapshot);
  writer.changed();
  await writer.close();
}

async function readSnapshot(of?: readonly List[]): Promise<Snapshot | undefined> {
  return (await made(undefined, of).read())?.snapshot;
}

const ignored = (reason: string) => [
  `The checkpoint ${file} is ignored: ${reason}. The lists come from the database once it answers.`,
];
const BROKEN = 'it is broken, its digest is not that of its bytes';
const OTHER_VERSION = 'it was written by another version';

describe('what was written is read', () => {
  it('whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(anySnapshot, async (snapshot) => {
        await write(snapshot);
        expect(await readSnapshot()).toEqual(snapshot);
      }),
    );
    expect(log).toEqual([]);
  });

  it.each([
    [3, 3_000_001],
    [20_000, 130],
    [64, 128 * 1024],
    [1, 0],
  ])('%d elements of %d bytes', async (rows, bytes) => {
    const snapshot = snapshotOf(rows, { bytes });
    await write(snapshot);
    const read = await readSnapshot();
    // compared by hand: a report of such a difference would take minutes
    const same = snapshot.lists[0]?.rows.every(({ bytes, ...row }, index) => {
      const { bytes: readBytes, ...readRow } = read?.lists[0]?.rows[index] ?? {};
      return readBytes?.equals(bytes) && JSON.stringify(readRow) === JSON.stringify(row);
    });
    expect(same).toBe(true);
    expect(read?.lists[0]?.rows.length).toBe(rows);
    expect(log).toEqual([]);
  });

  it('by this user alone', async () => {
    await write(snapshotOf(1));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('and held once: the elements are views of what was read', async () => {
    await write(snapshotOf(5000, { bytes: 1000 }));
    const rows = (await readSnapshot())?.lists[0]?.rows ?? [];
    const memory = new Set(rows.map(({ bytes }) => bytes.buffer));
    const held = [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(rows).toHaveLength(5000);
    // what lies in two blocks is copied
    expect(held).toBeLessThan((await stat(file)).size + 100_000);
  });

  it('in the latest state', async () => {
    await write(snapshotOf(500));
    await write(snapshotOf(2));
    expect(await readSnapshot()).toEqual(snapshotOf(2));
    expect(await readdir(folder)).toEqual(['checkpoint']);
  });
});

describe('nothing is read, and nothing said', () => {
  it('where there is no checkpoint', async () => {
    expect(await readSnapshot()).toBeUndefined();
    expect(log).toEqual([]);
  });

  it('where there is no folder', async () => {
    file = join(folder, 'none', 'checkpoint');
    expect(await readSnapshot()).toBeUndefined();
    expect(log).toEqual([]);
  });
});

describe('what is not whole is ignored', () => {
  const BEGINNING = /is ignored: it (is broken, its digest|is empty|is no checkpoint|was written by another)/;

  async function expectIgnored(bytes: Buffer, what: string): Promise<void> {
    await writeFile(file, bytes);
    expect(await readSnapshot(), what).toBeUndefined();
    expect(log, what).toEqual([expect.stringMatching(BEGINNING)]);
    log = [];
  }

  function flipped(bytes: Buffer, at: number): Buffer {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ (1 << (at % 8)), at);
    return copy;
  }

  it('a small one with any byte changed, cut off anywhere, or continued', async () => {
    await write(snapshotOf(3, { bytes: 40 }));
    const whole = await readFile(file);
    for (let at = 0; at < whole.length; at++) {
      await expectIgnored(flipped(whole, at), `byte ${at} changed`);
      await expectIgnored(whole.subarray(0, at), `cut off at ${at}`);
    }
    await expectIgnored(Buffer.concat([whole, Buffer.alloc(1)]), 'continued');
    await expectIgnored(Buffer.concat([whole, whole]), 'twice');
    await writeFile(file, whole);
    expect(await readSnapshot()).toEqual(snapshotOf(3, { bytes: 40 }));
  });

  it('a large one, where its blocks meet and elsewhere', async () => {
    await write(snapshotOf(30, { bytes: 100_003 }));
    const whole = await readFile(file);
    const blocks = [1, 2].flatMap((n) => [n * 1024 * 1024 - 1, n * 1024 * 1024, n * 1024 * 1024 + 1]);
    const elsewhere = fc.sample(fc.nat({ max: whole.length - 1 }), 25);
    for (const at of [...blocks, whole.length - 33, whole.length - 32, whole.length - 1, ...elsewhere]) {
      await expectIgnored(flipped(whole, at), `byte ${at} changed`);
      await expectIgnored(whole.subarray(0, at), `cut off at ${at}`);
    }
  });
});

describe('what is no checkpoint of this version is ignored, and the reason given', () => {
  const [first, ...others] = lists as [List, ...List[]];

  it.each([
    ['a list less', others],
    ['a key more', [{ ...first, keys: [...first.keys, 'place'] }, ...others]],
    ['keys in another order', [{ ...first, keys: first.keys.toReversed() }, ...others]],
    ['a list under another name', [{ ...first, key: 'sections' }, ...others]],
    ['other hidden ranks', [{ ...first, perLink: undefined }, ...others]],
  ])('lists that differ: %s', async (_, of) => {
    await write(snapshotOf(3));
    expect(await readSnapshot(of)).toBeUndefined();
    expect(log).toEqual(ignored(OTHER_VERSION));
  });

  it('another format', async () => {
    await write(snapshotOf(3));
    const text = await readFile(file, 'latin1');
    await writeFile(file, text.replace('checkpoint 1\n', 'checkpoint 12\n'), 'latin1');
    expect(await readSnapshot()).toBeUndefined();
    expect(log).toEqual(ignored(OTHER_VERSION));
  });

  it.each([
    ['', 'it is empty'],
    ['[]', 'it is no checkpoint'],
    ['payload-portal-content checkpoint 1\n', BROKEN],
    [`payload-portal-content checkpoint 1\n${'x'.repeat(100)}`, BROKEN],
  ])('a file with %j', async (text, reason) => {
    await writeFile(file, text);
    expect(await readSnapshot()).toBeUndefined();
    expect(log).toEqual(ignored(reason));
  });

  it('a folder', async () => {
    await mkdir(file);
    expect(await readSnapshot()).toBeUndefined();
    expect(log).toEqual(ignored('it is no file'));
  });

  it('a named pipe, without waiting for its writer', async () => {
    execFileSync('mkfifo', [file]);
    expect(await readSnapshot()).toBeUndefined();
    expect(log).toEqual(ignored('it is no file'));
  });

  it('a file that this user may not read', async () => {
    await write(snapshotOf(3));
    await chmod(folder, 0o755);
    chmodSync(file, 0o000);
    await asOrdinaryUser(async () => expect(await readSnapshot()).toBeUndefined());
    expect(log).toEqual(ignored(`EACCES: permission denied, open '${file}'`));
  });

  /** Modes bind everyone but root. */
  async function asOrdinaryUser(step: () => Promise<void>): Promise<void> {
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(65_534);
    try {
      await step();
    } finally {
      if (root) process.seteuid?.(0);
    }
  }
});

describe('the time', () => {
  it('is that of the last change', async () => {
    const writer = made(snapshotOf(3));
    const before = Date.now();
    writer.changed();
    const after = Date.now();
    await writer.close();
    const { current } = (await made().read()) ?? {};
    expect(current).toBeGreaterThanOrEqual(before);
    expect(current).toBeLessThanOrEqual(after);
  });

  it('is never one that is still to come', async () => {
    await write(snapshotOf(3));
    const tomorrow = new Date(Date.now() + 86_400_000);
    await utimes(file, tomorrow, tomorrow);
    const { current } = (await made().read()) ?? {};
    expect(current).toBeLessThanOrEqual(Date.now());
  });
});

describe('a start removes what killed processes left unfinished', () => {
  it('and nothing else', async () => {
    const { pid: dead } = spawnSync('true');
    const kept = [
      `checkpoint.${process.ppid}.unfinished`,
      `checkpoint.${process.pid}.unfinished`,
      'checkpoint.2021',
      `checkpoint.${dead}.unfinished.txt`,
      `other.checkpoint.${dead}.unfinished`,
      'checkpoint.0.unfinished',
      'checkpoint.99999999999999999999.unfinished',
      'portal.db',
    ];
    for (const name of [...kept, `checkpoint.${dead}.unfinished`]) await writeFile(join(folder, name), '');
    expect(await readSnapshot()).toBeUndefined();
    expect((await readdir(folder)).sort()).toEqual(kept.sort());
    expect(log).toEqual([]);
  });

  it('also one of its own number, whatever its mode, when it writes', async () => {
    const own = `${file}.${process.pid}.unfinished`;
    await writeFile(own, 'of an earlier process', { mode: 0o666 });
    await write(snapshotOf(3));
    expect(await readSnapshot()).toEqual(snapshotOf(3));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['checkpoint']);
  });

  it('and reads the checkpoint where it can remove nothing', async () => {
    const { pid: dead } = spawnSync('true');
    await write(snapshotOf(3));
    await mkdir(join(folder, `checkpoint.${dead}.unfinished`));
    expect(await readSnapshot()).toEqual(snapshotOf(3));
    expect(log).toEqual([
      expect.stringContaining(`Unfinished checkpoints beside ${file} could not be removed: `),
    ]);
  });
});

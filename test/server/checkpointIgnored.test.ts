import { execFileSync } from 'node:child_process';
import fs, { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { type List, lists } from '../../endpoints/lists/index.ts';
import { freshPlace, type Place } from './checkpoint/checkpoints.ts';
import { snapshotOf } from './checkpoint/snapshots.ts';

let place: Place;

beforeEach(async () => {
  place = await freshPlace();
});

const settings = { collation: 'el', lists: {} } as const;
const ignored = (reason: string) =>
  `The checkpoint ${place.folder} is ignored: ${reason}. The lists come from the database once it answers.`;
const OTHER_VERSION = 'it was written by another version';

describe('nothing is read, and nothing said', () => {
  it.each(['there is no folder', 'the folder is empty'])('where %s', async (what) => {
    if (what === 'the folder is empty') await mkdir(place.folder);
    expect(await place.read()).toBeUndefined();
    expect(place.log).toEqual([]);
  });
});

describe('what is not whole is ignored, and the reason said', () => {
  beforeEach(() => place.write(snapshotOf(1, { bytes: 40 })));

  async function expectIgnored(what: string, reason: unknown = expect.any(String)): Promise<void> {
    expect(await place.read(), what).toBeUndefined();
    expect(place.log, what).toEqual([reason]);
    place.log.length = 0;
  }

  function flipped(bytes: Buffer, at: number): Buffer {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ (1 << (at % 8)), at);
    return copy;
  }

  it.each([
    ['the index', async () => place.index],
    ['a body', () => place.body('news-posts')],
  ])('%s with any byte changed, cut off anywhere, or continued', async (_, find) => {
    const file = await find();
    const whole = await readFile(file);
    for (let at = 0; at < whole.length; at += 7) {
      await writeFile(file, flipped(whole, at));
      await expectIgnored(`byte ${at} changed`);
      await writeFile(file, whole.subarray(0, at));
      await expectIgnored(`cut off at ${at}`);
    }
    await writeFile(file, Buffer.concat([whole, whole]));
    await expectIgnored('twice');
    await writeFile(file, whole);
    expect(await place.read()).toEqual(snapshotOf(1, { bytes: 40 }));
  });

  it('a body with the bytes of another list', async () => {
    await fs.copyFile(await place.body('news-categories'), await place.body('news-posts'));
    await expectIgnored('', ignored('the list news-posts has other bytes'));
  });

  it('a body that is a named pipe, without waiting for its writer', async () => {
    const body = await place.body('news-posts');
    await rm(body);
    execFileSync('mkfifo', [body]);
    await expectIgnored('', expect.stringMatching(/is ignored: [0-9a-f]{64}\.json is no file\./));
  });

  it('a list that is longer than its elements', async () => {
    const [posts] = snapshotOf(3).lists;
    const lists = [{ ...(posts ?? expect.unreachable()), body: Buffer.from('[1, 2, 3]') }];
    await place.write({ settings, lists });
    await expectIgnored('', ignored('the list news-posts is not as long as its elements'));
  });

  it.each([
    ['{}', OTHER_VERSION],
    ['null', OTHER_VERSION],
    ['', 'Unexpected end of JSON input'],
  ])('an index with %j', async (text, reason) => {
    await writeFile(place.index, text);
    await expectIgnored(text, typeof reason === 'string' ? ignored(reason) : undefined);
  });

  it('an index of another format', async () => {
    const text = await readFile(place.index, 'utf8');
    await writeFile(place.index, text.replace('{"version":[1,', '{"version":[2,'));
    await expectIgnored('', ignored(OTHER_VERSION));
  });

  const [first, ...others] = lists as [List, ...List[]];
  it.each([
    ['a list less', others],
    ['a key more', [{ ...first, keys: [...first.keys, 'place'] }, ...others]],
    ['other hidden ranks', [{ ...first, perLink: undefined }, ...others]],
  ])('lists that differ: %s', async (_, of) => {
    expect(await place.read({ lists: of })).toBeUndefined();
    expect(place.log).toEqual([ignored(OTHER_VERSION)]);
  });

  it('files that this user may not read', async () => {
    await fs.chmod(place.dataDir, 0o755);
    await asOrdinaryUser(() =>
      expectIgnored('', ignored(`EACCES: permission denied, stat '${place.index}'`)),
    );
  });

  /** Modes bind everyone but root. */
  async function asOrdinaryUser(step: () => Promise<void>): Promise<void> {
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(65_534);
    else await fs.chmod(place.folder, 0o000);
    try {
      await step();
    } finally {
      if (root) process.seteuid?.(0);
      else await fs.chmod(place.folder, 0o700);
    }
  }
});

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Snapshot } from '../../endpoints/read-model/index.ts';
import { filesOf, freshPlace, LONG_AGO, type Place } from './checkpoint/checkpoints.ts';
import { checkpointAsJavaScript } from './checkpoint/javaScript.ts';
import { listOf } from './checkpoint/snapshots.ts';

const PROGRAM = join(import.meta.dirname, 'programs/checkpoints.mjs');

let module: string;
let place: Place;

beforeAll(async () => {
  module = await checkpointAsJavaScript();
});

beforeEach(async () => {
  place = await freshPlace();
});

interface Ended {
  lines: string[];
  signal: NodeJS.Signals | null;
}

/** Has the program write so many rows. */
function run(rows: number, { killAt = -1, fileSize = 'unlimited' } = {}): Promise<Ended> {
  const program = [PROGRAM, module, place.folder, place.formerFile, String(rows), String(killAt)];
  const limited = ['-c', `ulimit -f ${fileSize} && exec "$@"`, 'sh', process.execPath, ...program];
  return new Promise((resolve) => {
    const child = execFile('sh', limited, (_, output) =>
      resolve({ lines: output.split('\n').slice(0, -1), signal: child.signalCode }),
    );
  });
}

/** What the program writes. */
function written(rows: number): Snapshot {
  const all = Array.from({ length: rows }, (_, apiId) => ({
    documentId: String(apiId),
    apiId,
    position: Infinity,
    linkRanks: [],
    bytes: Buffer.alloc(1000, `${rows} `),
    digest: 'digest',
  }));
  return {
    settings: { collation: 'el', lists: {} },
    lists: [listOf('posts', all), listOf('categories', [])],
  };
}

const read = () => place.read({ lists: [] });
const write = async (snapshot: Snapshot) => {
  const writer = place.checkpoint({ lists: [], snapshot: () => snapshot });
  writer.changed();
  await writer.close();
};

describe('a process that is killed while it writes, before any step and in the middle of any file', () => {
  it('leaves the checkpoint before it or the new one, whole, with its own time', async () => {
    let isNew = false;
    for (let killAt = 0; ; killAt++) {
      place = await freshPlace();
      await write(written(2));
      await utimes(place.index, LONG_AGO, LONG_AGO);
      await writeFile(place.formerFile, '');
      const { signal } = await run(3, { killAt });

      const found = await read();
      expect([written(2), written(3)], `killed at ${killAt}`).toContainEqual(found);
      // never the old one again
      if (isNew) expect(found).toEqual(written(3));
      isNew = found?.lists[0]?.entries.length === 3;
      expect((await place.time()).getTime() === LONG_AGO.getTime(), `killed at ${killAt}`).toBe(!isNew);
      const linked = await readFile(join(place.folder, 'posts.json'));
      expect([written(2), written(3)].map(({ lists }) => lists[0]?.body)).toContainEqual(linked);

      await write(written(5));
      expect(await read()).toEqual(written(5));
      expect(await place.files()).toEqual(filesOf(written(5)));
      expect(existsSync(place.formerFile)).toBe(false);
      expect(place.log).toEqual([]);
      if (!signal) break;
      // mkdir, readdir, three files in two steps each, utimes, stat and so on: more steps mean that this never ends
      expect(killAt).toBeLessThan(100);
    }
    expect(isNew).toBe(true);
  });

  it('leaves none or a whole one where there was none', async () => {
    const states = new Set<number | undefined>();
    for (let killAt = 0, signal: Ended['signal'] = 'SIGKILL'; signal; killAt++) {
      place = await freshPlace();
      ({ signal } = await run(3, { killAt }));
      const found = await read();
      expect([undefined, written(3)], `killed at ${killAt}`).toContainEqual(found);
      expect(place.log).toEqual([]);
      states.add(found?.lists.length);
    }
    expect([...states]).toEqual([undefined, 2]);
  });
});

describe('a disk that is full', () => {
  it('keeps what is there, and takes the next that fits', async () => {
    // A limit to the size of files stands for it: a file is written in part. In blocks of 512 or 1,024 bytes.
    const fileSize = '300';
    expect(await run(10, { fileSize })).toEqual({ lines: ['ended'], signal: null });
    expect(await run(2000, { fileSize })).toEqual({
      lines: [`The checkpoint ${place.folder} could not be written: EFBIG: file too large, write`, 'ended'],
      signal: null,
    });
    expect(await read()).toEqual(written(10));
    expect(await place.files()).toEqual(filesOf(written(10)));
    expect(await run(20, { fileSize })).toEqual({ lines: ['ended'], signal: null });
    expect(await read()).toEqual(written(20));
  });

  it('is no fuller after an attempt whose last file could not be put in place', async () => {
    await mkdir(place.index, { recursive: true });
    expect((await run(3)).lines).toEqual([expect.stringContaining('could not be written: E'), 'ended']);
    expect(await place.files()).toEqual(['index.json']);
  });
});

describe('two processes that write to one folder by mistake', () => {
  it('leave the lists of one of them, or none and a line in the log, and whole ones after the next change', async () => {
    for (let round = 0; round < 30; round++) {
      place.log.length = 0;
      await Promise.all([write(written(round + 2)), write(written(round + 3)), write(written(round + 2))]);
      const failed = place.log.splice(0);
      expect(failed.filter((line) => !line.includes('could not be written: ENOENT'))).toEqual([]);
      const found = await read();
      if (found) expect([written(round + 2), written(round + 3)]).toContainEqual(found);
      else expect(place.log).toEqual([expect.stringContaining('is ignored: ENOENT')]);
      await write(written(1));
      expect(await read()).toEqual(written(1));
      expect(await place.files()).toEqual(filesOf(written(1)));
    }
  });
});

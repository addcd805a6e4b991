import { execFile } from 'node:child_process';

import { mkdir, utimes } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
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

/** Has the program write so many rows to a place. */
function run({ folder }: Place, rows: number, { killAt = -1, fileSize = 'unlimited' } = {}): Promise<Ended> {
  const program = [PROGRAM, module, folder, String(rows), String(killAt)];
  const limited = ['-c', `ulimit -f ${fileSize} && exec "$@"`, 'sh', process.execPath, ...program];
  return new Promise((resolve) => {
    const child = execFile('sh', limited, (_, output) =>
      resolve({ lines: output.split('\n').slice(0, -1), signal: child.signalCode }),
    );
  });
}

const ENDED = expect.stringMatching(/^ended after \d+ steps$/);
/** The time of what the program writes. */
const TIME = new Date('2022-02-22T22:22:22.222Z');

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

const read = (from = place) => from.read({ lists: [] });

async function write(snapshot: Snapshot, to = place): Promise<void> {
  const writer = to.checkpoint({ lists: [], snapshot: async () => snapshot });
  writer.changed();
  await writer.close();
}

/** The places that the program leaves when it is killed before its first step, its second, and so on. */
async function killedAtEachStep(prepare: (place: Place) => Promise<void>): Promise<Place[]> {
  const whole = await freshPlace();
  await prepare(whole);
  const { lines } = await run(whole, 3);
  const steps = Number(/\d+/.exec(lines[0] ?? '')?.[0]);
  expect(steps).toBeGreaterThan(10);
  const places = await Promise.all(Array.from({ length: steps }, freshPlace));
  const left = places.entries();
  // As many at a time as there are processors, and one that starts.
  async function killNext(): Promise<void> {
    for (const [killAt, place] of left) {
      await prepare(place);
      expect(await run(place, 3, { killAt })).toEqual({ lines: [], signal: 'SIGKILL' });
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, killNext));
  return places;
}

describe('a process that is killed while it writes, before any step and in the middle of any file', () => {
  it('leaves the checkpoint before it or the new one, whole, with its own time, and nothing that hinders the next', async () => {
    const places = await killedAtEachStep(async (place) => {
      await write(written(2), place);
      await utimes(place.index, LONG_AGO, LONG_AGO);
    });
    const rows: (number | undefined)[] = [];
    for (const [killAt, place] of places.entries()) {
      const found = await read(place);
      const count = found?.lists[0]?.entries.length ?? 0;
      rows.push(count);
      expect(found, `killed at ${killAt}`).toEqual(written(count));
      expect(await place.time(), `killed at ${killAt}`).toEqual(count === 2 ? LONG_AGO : TIME);

      await write(written(5), place);
      expect(await read(place)).toEqual(written(5));
      expect(await place.files()).toEqual(filesOf(written(5)));
      expect(place.log).toEqual([]);
    }
    // The old one first, then the new one.
    expect([...new Set(rows)]).toEqual([2, 3]);
    expect(rows.toSorted()).toEqual(rows);
  });

  it('leaves none where there was none: the index is placed last', async () => {
    const places = await killedAtEachStep(async () => {});
    const found = await Promise.all(places.map(read));
    expect(found).toEqual(found.map(() => undefined));
    expect(places.flatMap(({ log }) => log)).toEqual([]);
  });
});

describe('a disk that is full', () => {
  it('keeps what is there, and takes the next that fits', async () => {
    // A limit to the size of files stands for it: a file is written in part. In blocks of 512 or 1,024 bytes.
    const fileSize = '300';
    expect(await run(place, 10, { fileSize })).toEqual({ lines: [ENDED], signal: null });
    expect(await run(place, 2000, { fileSize })).toEqual({
      lines: [`The checkpoint ${place.folder} could not be written: EFBIG: file too large, write`, ENDED],
      signal: null,
    });
    expect(await read()).toEqual(written(10));
    expect(await place.files()).toEqual(filesOf(written(10)));
    expect(await run(place, 20, { fileSize })).toEqual({ lines: [ENDED], signal: null });
    expect(await read()).toEqual(written(20));
  });

  it('is no fuller after an attempt whose last file could not be put in place', async () => {
    await mkdir(place.index, { recursive: true });
    expect((await run(place, 3)).lines).toEqual([expect.stringContaining('could not be written: E'), ENDED]);
    expect(await place.files()).toEqual(['index.json']);
  });
});

describe('two processes that write to one folder by mistake', () => {
  it('leave the lists of one of them, or none and a line in the log, and whole ones after the next change', async () => {
    for (let round = 0; round < 8; round++) {
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

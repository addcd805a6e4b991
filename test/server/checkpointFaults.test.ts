import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import type { Snapshot } from '../../endpoints/read-model/index.ts';
import { checkpoint } from '../../src/server/checkpoint.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder } from '../support/databases.ts';

/** Building takes as long as it takes. */
const PATIENCE = 180_000;
const PROGRAM = join(import.meta.dirname, 'programs/checkpoints.mjs');

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await freshFolder();
  file = join(folder, 'checkpoint');
});

interface Writer {
  child: ChildProcess;
  /** The lines that it has printed. */
  lines(): string[];
  /** The last checkpoint that it has finished. */
  ended(): number;
}

function start(command: string, ...args: string[]): Writer {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  onFileEnd(() => {
    child.kill('SIGKILL');
  });
  const lines = () => output.split('\n').slice(0, -1);
  return {
    child,
    lines,
    ended: () =>
      Number(/^ended (\d+)$/.exec(lines().findLast((line) => line.startsWith('ended')) ?? '')?.[1]),
  };
}

/** What the n-th checkpoint of the program holds. */
function written(n: number, rows: number): Snapshot {
  return {
    settings: { collation: 'el', lists: {} },
    lists: [
      {
        slug: 'news-posts',
        rows: Array.from({ length: rows }, (_, index) => ({
          documentId: String(index),
          apiId: n,
          position: Infinity,
          linkRanks: [],
          bytes: Buffer.alloc(1000, `${n} `),
        })),
      },
    ],
  };
}

async function read(): Promise<Snapshot> {
  const log: string[] = [];
  const found = await checkpoint({
    file,
    lists,
    snapshot: () => undefined,
    log: (line) => log.push(line),
  }).read();
  expect(log).toEqual([]);
  return found?.snapshot ?? expect.unreachable('there is no checkpoint');
}

const rowsOf = (snapshot: Snapshot) => snapshot.lists[0]?.rows ?? [];

describe('a process that is killed while it writes', () => {
  it(
    'leaves a whole checkpoint, the last that it had finished or the next, 20 times of 20',
    async () => {
      const ROWS = 4000;
      let unfinished = 0;
      for (let round = 0; round < 20; round++) {
        const writer = start(process.execPath, PROGRAM, file, 'Infinity', String(ROWS));
        await expect.poll(writer.ended, { timeout: PATIENCE, interval: 5 }).toBeGreaterThan(0);
        await sleep(Math.random() * 50);
        writer.child.kill('SIGKILL');
        await once(writer.child, 'close');
        unfinished += (await readdir(folder)).filter((name) => name.endsWith('.unfinished')).length;

        const found = await read();
        const n = rowsOf(found)[0]?.apiId ?? -1;
        expect(n).toBeGreaterThanOrEqual(writer.ended());
        expect(n).toBeLessThanOrEqual(writer.ended() + 1);
        expect(rowsOf(found)).toHaveLength(ROWS);
        const expected = written(n, 1).lists[0]?.rows[0]?.bytes ?? Buffer.alloc(0);
        expect(rowsOf(found).every(({ apiId, bytes }) => apiId === n && bytes.equals(expected))).toBe(true);
        expect(await readdir(folder)).toEqual(['checkpoint']);
      }
      // else no kill has met a writing
      expect(unfinished).toBeGreaterThan(0);
    },
    PATIENCE,
  );
});

describe('a disk that is full', () => {
  it(
    'keeps the checkpoint that is there, and takes the next that fits',
    async () => {
      // a limit to the size of files stands for it: a writing fails half way through
      const limited = 'ulimit -f 500 && exec "$@"';
      const full = start('sh', '-c', limited, 'sh', process.execPath, PROGRAM, file, '2', '10', '4000');
      await once(full.child, 'close');
      expect(full.lines()).toEqual([
        'ended 0',
        expect.stringContaining(`The checkpoint ${file} could not be written: EFBIG`),
        'ended 1',
      ]);
      expect(await readdir(folder)).toEqual(['checkpoint']);
      expect(await read()).toEqual(written(0, 10));

      const again = start(
        'sh',
        '-c',
        limited,
        'sh',
        process.execPath,
        PROGRAM,
        file,
        '3',
        '10',
        '4000',
        '20',
      );
      await once(again.child, 'close');
      expect(again.ended()).toBe(2);
      expect(await read()).toEqual(written(2, 20));
    },
    PATIENCE,
  );
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MongoMemoryReplSet } from 'mongodb-memory-server-core';
import { findMongod, WITHOUT_DIAGNOSTICS } from '../test/support/mongod.ts';
import { writeCaptures } from './captures.ts';
import type { Taken } from './importing.ts';
import type { SizeName } from './portal.ts';
import { median, printFigure, printHeading } from './print.ts';
import { nextMessage, script, startNode } from './processes.ts';

const ROUNDS = 3;

/** Two imports are compared on a smaller portal, so that it takes minutes; memory is that of an import of all. */
export async function measureImports(size: SizeName): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-bench-imports-'));
  const set = await replicaSet();
  const file = (name: string) => `file:${path.join(folder, `${name}.db`)}`;
  try {
    const compared = path.join(folder, 'compared');
    await writeCaptures('medium', compared);
    printHeading('Processor time of a plain loop of payload.create, over that of an import');
    await compare('on SQLite', (how, name) => bring(how, compared, file(name)));
    await compare('on MongoDB', (how, name) => bring(how, compared, set.getUri(name)));
    printHeading('Memory of a process that imports');
    const all = path.join(folder, 'all');
    await writeCaptures(size, all);
    const { megabytes } = await bring('import', all, file('all'));
    printFigure({
      name: 'at its peak',
      value: `${Math.round(megabytes)} MB`,
      promise: size === 'large' ? '550 MB' : '500 MB',
    });
  } finally {
    await set.stop({ doCleanup: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

type How = 'loop' | 'import';

async function compare(name: string, take: (how: How, database: string) => Promise<Taken>): Promise<void> {
  const ratios: number[] = [];
  const seconds = { loop: 0, import: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const how of round % 2 ? (['import', 'loop'] as const) : (['loop', 'import'] as const)) {
      seconds[how] = (await take(how, `${how}${round}`)).seconds;
    }
    ratios.push(seconds.loop / seconds.import);
  }
  printFigure({
    name,
    value: median(ratios).toFixed(2),
    promise: '1.0',
    detail: `${Math.min(...ratios).toFixed(2)} .. ${Math.max(...ratios).toFixed(2)}   ${seconds.loop.toFixed(1)} s beside ${seconds.import.toFixed(1)} s`,
  });
}

function bring(how: How, captures: string, databaseUri: string): Promise<Taken> {
  const env = {
    DATABASE_URI: databaseUri,
    PAYLOAD_SECRET: 'a secret for the benchmark only',
    DATA_DIR: path.join(path.dirname(captures), 'data'),
    SERVER_URL: 'http://127.0.0.1:3000',
  };
  const args = ['--conditions=production', script('importing.js'), how, captures];
  return nextMessage<Taken>(startNode(args, { env, hasMessages: true }));
}

async function replicaSet(): Promise<MongoMemoryReplSet> {
  const found = await findMongod();
  if ('missing' in found) throw new Error(found.missing);
  const args = ['--wiredTigerCacheSizeGB', '0.5', '--quiet', ...WITHOUT_DIAGNOSTICS];
  return MongoMemoryReplSet.create({
    binary: { systemBinary: found.binary, version: found.version },
    instanceOpts: [{ args, launchTimeout: 60_000 }],
    replSet: { count: 1, storageEngine: 'wiredTiger' },
  });
}

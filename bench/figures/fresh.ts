import { setTimeout as sleep } from 'node:timers/promises';
import { type Data, makeData } from '../data.ts';
import type { Options } from '../options.ts';
import { digits, ms, printFigure, printSection, progress } from '../print.ts';
import { type Server, signIn, startServer } from '../processes/server.ts';
import { startReplicaSet } from '../replicaSet.ts';
import type { Stage } from '../stages.ts';
import { median, quantile } from '../statistics.ts';
import { documents, rest } from './documents.ts';
import { startSaver } from './saves.ts';

/** A list with a short body, whose documents are in no other element. */
const LIST = 'service-groups';
/** How long a server may take to show a save before something is broken, in milliseconds. */
const PATIENCE = 30_000;

/** How soon a save is seen: on its own server, after a write of another process, on another server. */
export async function measureFresh({ data, server }: Stage, { quick }: Options): Promise<void> {
  const saves = quick ? 5 : 150;
  printSection(
    'Freshness: from the response to a save until a reader sees it',
    `${saves} saves each; p99 (median). The first figure counts first reads that did not see the save.`,
  );
  await stale(server, saves);
  await otherProcess(server, data, saves);
  await otherServer(data, saves);
}

async function shows(server: Server, title: string): Promise<boolean> {
  const response = await fetch(`${server.url}/el/api/v1/${LIST}/`);
  return (await response.text()).includes(JSON.stringify(title));
}

async function until(server: Server, title: string): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < PATIENCE) {
    if (await shows(server, title)) return performance.now() - began;
    await sleep(1);
  }
  throw new Error(`${server.url} did not show a save within ${PATIENCE / 1000} s.`);
}

/** Saves through a server's REST, one after the other; `seen` is told each title when its response is there. */
async function saveThrough(
  server: Server,
  saves: number,
  seen: (title: string) => Promise<void>,
): Promise<void> {
  const headers = await signIn(server);
  const targets = await documents(server, headers, LIST, 4);
  for (let number = 0; number < saves; number += 1) {
    const title = `Φρέσκο ${server.pid}-${number}`;
    const id = targets[number % targets.length]?.id;
    await rest(server, headers, `${LIST}/${id}`, { method: 'PATCH', data: { title, _status: 'published' } });
    await seen(title);
  }
}

async function stale(server: Server, saves: number): Promise<void> {
  progress('freshness: the same server');
  let count = 0;
  await saveThrough(server, saves, async (title) => {
    if (!(await shows(server, title))) count += 1;
  });
  printFigure({ value: `${count} of ${saves}`, name: 'stale first reads on the server that saved' });
}

async function otherProcess(server: Server, data: Data, saves: number): Promise<void> {
  progress('freshness: another process');
  const saver = await startSaver(data, false);
  await saver.ask('target', { collection: LIST, count: 4 });
  const took: number[] = [];
  for (let number = 0; number < saves; number += 1) {
    const { title } = await saver.ask('save', undefined);
    took.push(await until(server, title));
    // At no fixed distance from the server's own looks.
    await sleep((number * 37) % 250);
  }
  await saver.stop();
  show(
    took,
    `a write of another process, ${data.databaseUri.split(':')[0] === 'file' ? 'SQLite' : 'MongoDB'}`,
  );
}

async function otherServer({ size }: Data, saves: number): Promise<void> {
  const name = 'a save on another server, MongoDB replica set';
  const replicaSet = await startReplicaSet();
  if ('missing' in replicaSet) {
    printFigure({ value: 'left out', name, detail: `no mongod could be had: ${replicaSet.missing}` });
    return;
  }
  try {
    const data = await makeData(size === 'tiny' ? 'tiny' : 'small', { mongodb: replicaSet.uri, drop: false });
    const [one, other] = [await startServer(data), await startServer(data)];
    progress('freshness: another server');
    const took: number[] = [];
    await saveThrough(one, saves, async (title) => {
      took.push(await until(other, title));
    });
    show(took, name);
    await Promise.all([one.stop(), other.stop()]);
  } finally {
    await replicaSet.stop();
  }
}

function show(took: number[], name: string): void {
  printFigure({ value: ms(quantile(took, 0.99)), spread: `(${digits(median(took))} ms)`, name });
}

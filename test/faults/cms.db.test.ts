import { Agent } from 'node:http';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isRunning, killCms } from '../support/cms.ts';
import { fillDatabase, preparedDatabaseUri, testDatabase } from '../support/databases.ts';
import { LIST, listUrl, type RestEditor, saveSteadily, signInByRest } from '../support/editor.ts';
import { read, readSteadily, titlesOf } from '../support/reader.ts';
import { startReplicaSet } from '../support/replicaSet.ts';
import { startServer, type TestServer } from '../support/server.ts';

const MINUTES = 60_000;

let databaseUri: string;
let server: TestServer;
let editor: RestEditor;

beforeAll(async () => {
  databaseUri = await databaseOfItsOwn();
  server = await startServer({ databaseUri });
  editor = await signInByRest(server);
}, 4 * MINUTES);

/**
 * On MongoDB a set of its own: a transaction whose process was killed lives on for a minute, and a database that others
 * share could not be dropped as long.
 */
async function databaseOfItsOwn(): Promise<string> {
  if (testDatabase() === 'sqlite') return preparedDatabaseUri('administered');
  const uri = (await startReplicaSet({ count: 1 })).uri('portal');
  await fillDatabase(uri, 'administered');
  return uri;
}

async function shown(): Promise<string[]> {
  return [...titlesOf((await read(listUrl(server))).body)];
}

async function stored(): Promise<string[]> {
  const { value } = await editor.rest('GET', `${LIST}?limit=0&depth=0&where[_status][equals]=published`);
  return (value.docs as { title: string }[]).map(({ title }) => title);
}

describe('the cms killed with -9 during saves', () => {
  it('costs no read and no save that was acknowledged', { timeout: 5 * MINUTES }, async () => {
    const reader = readSteadily(listUrl(server));
    const saving = saveSteadily(server, editor, 'Γύρω από τη διακοπή');
    await saving.more(10);
    await killCms(server);
    await saving.more(10);
    const saves = await saving.stop();
    const reading = await reader.stop();
    expect({ failed: reading.failed, lost: reading.lost, stale: saves.stale }).toEqual({
      failed: [],
      lost: [],
      stale: [],
    });
    const [now, kept] = [await shown(), await stored()];
    expect(now).toEqual(expect.arrayContaining(saves.acknowledged));
    expect(now).toEqual(expect.arrayContaining([...reading.titles]));
    expect(now.toSorted()).toEqual(kept.toSorted());
  });
});

if (testDatabase() === 'sqlite')
  describe('a server that is told to stop (SIGTERM) under load', () => {
    /** Asks until new connections are refused: what is asked before that must be answered. */
    async function askUntilRefused(ask: () => Promise<void>): Promise<string> {
      for (;;) {
        try {
          await ask();
        } catch (error) {
          return (error as Error).message;
        }
      }
    }

    it('answers all that it has received, and says that connections end', {
      timeout: 5 * MINUTES,
    }, async () => {
      let answers = 0;
      /** What the last answer of each reader that keeps its connection has said of it. */
      const said: string[] = [];
      const readers = [true, true, true, false, false, false].map((keepAlive, index) => {
        const agent = new Agent({ keepAlive, maxSockets: 1 });
        return askUntilRefused(async () => {
          const { status, headers, body } = await read(listUrl(server), agent);
          answers += 1;
          if (status !== 200 || titlesOf(body).size === 0) throw new Error(`${status} ${body}`);
          if (keepAlive) said[index] = String(headers.connection);
        });
      });
      const saved: string[] = [];
      const writers = [1, 2].map((writer) =>
        askUntilRefused(async () => {
          const title = `Στο τέλος, ${writer}.${saved.length}`;
          if (!(await editor.publish(title))) throw new Error(`${title} was refused`);
          saved.push(title);
        }),
      );
      await vi.waitFor(() => expect([answers > 200, saved.length > 4]).toEqual([true, true]), {
        timeout: MINUTES,
      });
      process.kill(server.pid, 'SIGTERM');
      const ends = await Promise.all([...readers, ...writers]);
      // The port that closes may reset a connection: while it is being made, or before a request is received on a new one.
      const ofReaders = [false, false, false, true, true, true].map((opensEachTime) =>
        opensEachTime ? /ECONN(?:REFUSED|RESET)/ : /ECONNREFUSED|^connect ECONNRESET/,
      );
      // A writer may also find that its connection is closed, if it has had no request for a second.
      const ofWriters = new Array(2).fill(/ECONNREFUSED|^connect ECONNRESET|^socket hang up$/);
      expect(ends).toEqual([...ofReaders, ...ofWriters].map((each) => expect.stringMatching(each)));
      expect(said).toEqual(['close', 'close', 'close']);
      // A second signal would end at once what is still finishing.
      await vi.waitFor(() => expect(isRunning(server.pid)).toBe(false), { timeout: MINUTES });
      expect(await server.stop()).toBe(0);
      // What was not answered was not received.
      server = await startServer({ databaseUri });
      const kept = (await shown()).filter((title) => title.startsWith('Στο τέλος, '));
      expect(kept.toSorted()).toEqual(saved.toSorted());
    });
  });

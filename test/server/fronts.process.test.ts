import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { socketOf } from '../../src/system/settings/soleServer.ts';
import { cmsPid, isRunning } from '../support/cms.ts';
import { preparedDatabaseUri } from '../support/databases.ts';
import { listUrl, type RestEditor, saveSteadily, signInByRest } from '../support/editor.ts';
import { halfSentLogin } from '../support/halfSentLogin.ts';
import { read, readSteadily } from '../support/reader.ts';
import { startServer, TEST_SECRET, type TestServer } from '../support/server.ts';

const MINUTES = 60_000;
const FRONTS = 3;

let server: TestServer;
let editor: RestEditor;

beforeAll(async () => {
  const databaseUri = await preparedDatabaseUri('administered');
  server = await startServer({ databaseUri, env: { WEB_CONCURRENCY: String(FRONTS) } });
  await server.printed(/^The administration:/m);
  editor = await signInByRest(server);
}, 4 * MINUTES);

/** The processes of all fronts that were started, the oldest first. */
function fronts(): number[] {
  return [...server.output().matchAll(/A front is starting \(process (\d+)\)/g)].map(([, pid]) =>
    Number(pid),
  );
}

describe('several fronts', () => {
  it('run in processes of their own, and the server is announced once', () => {
    expect(fronts().filter(isRunning)).toHaveLength(FRONTS);
    expect(server.output().match(/Listening on port/g)).toHaveLength(1);
    expect(server.output().match(/The administration:/g)).toHaveLength(1);
  });

  it('know no secret: neither the key of the sessions nor the database', () => {
    for (const pid of fronts()) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      expect(environment).toContain('PORTAL_FRONT_SETTINGS=');
      expect(environment).not.toMatch(/PAYLOAD_SECRET|DATABASE_URI/);
      expect(environment).not.toContain(TEST_SECRET);
      expect(environment).not.toContain(server.databaseUri);
    }
  });

  it('all show a save to the reads that follow it, with the same bytes and entity tag', async () => {
    const saves = await saveSteadily(server, editor, 'Σε όλα', { limit: 30, reads: FRONTS }).finished();
    expect(saves).toEqual({ acknowledged: expect.any(Array), refused: [], stale: [] });
    const answers = await Promise.all(Array.from({ length: 4 * FRONTS }, () => read(listUrl(server))));
    const [first] = answers;
    for (const { status, headers, body } of answers) {
      const { etag } = headers;
      expect({ status, etag, body }).toEqual({ status: 200, etag: first?.headers.etag, body: first?.body });
    }
  });

  it('all serve records from the moment on that an operator turns them on', async () => {
    const { value } = await editor.rest('POST', 'news-categories', { title: 'Με id', _status: 'published' });
    const { api_id } = value.doc as { api_id: number };
    const ask = () =>
      Promise.all(Array.from({ length: 4 * FRONTS }, () => read(`${listUrl(server)}${api_id}/`)));
    expect((await ask()).map(({ status }) => status)).toEqual(Array(4 * FRONTS).fill(404));
    await editor.rest('POST', 'globals/portal-settings', { news_categories: { records: true } });
    for (const { status, body } of await ask()) {
      expect([status, JSON.parse(String(body)).title]).toEqual([200, 'Με id']);
    }
  });

  it(
    'take the place of one that dies: no read fails, and none is stale when it is back',
    async () => {
      const [killed = -1] = fronts();
      process.kill(killed, 'SIGKILL');
      await expect.poll(server.output, { timeout: MINUTES }).toContain('A front ended (SIGKILL)');
      const reader = readSteadily(listUrl(server), { keepAlive: false });
      const saving = saveSteadily(server, editor, 'Μετά το τέλος του ενός', { reads: FRONTS });
      await expect.poll(() => fronts().filter(isRunning).length, { timeout: MINUTES }).toBe(FRONTS);
      // It has loaded, and takes its turn.
      await saving.more(20);
      await reader.more(50);
      const saves = await saving.stop();
      expect(saves).toEqual({ acknowledged: expect.any(Array), refused: [], stale: [] });
      expect((await reader.stop()).failed).toEqual([]);
    },
    2 * MINUTES,
  );

  it(
    'answer on the same port again when all have died',
    async () => {
      const killed = fronts().filter(isRunning);
      for (const pid of killed) process.kill(pid, 'SIGKILL');
      const others = () => fronts().filter((pid) => isRunning(pid) && !killed.includes(pid));
      await expect.poll(() => others().length, { timeout: MINUTES }).toBe(FRONTS);
      // The first one back takes requests before it has loaded, with the lists of the checkpoint.
      const statuses = async () => {
        const asked = Array.from({ length: 8 * FRONTS }, () => read(`${server.url}/readyz`));
        const answers = await Promise.allSettled(asked);
        return new Set(
          answers.map((each) =>
            each.status === 'fulfilled' ? JSON.parse(String(each.value.body)).status : 'refused',
          ),
        );
      };
      await expect.poll(statuses, { timeout: MINUTES }).toEqual(new Set(['live']));
      const saves = await saveSteadily(server, editor, 'Μετά από όλους', {
        limit: 10,
        reads: FRONTS,
      }).finished();
      expect(saves).toEqual({ acknowledged: expect.any(Array), refused: [], stale: [] });
    },
    2 * MINUTES,
  );

  it(
    'hear of what is saved after the cms has died, before anybody reads',
    async () => {
      const killed = cmsPid(server);
      process.kill(killed, 'SIGKILL');
      await expect.poll(() => cmsPid(server), { timeout: MINUTES }).not.toBe(killed);
      editor = await signInByRest(server);
      const saves = await saveSteadily(server, editor, 'Μετά', { limit: 20, reads: FRONTS }).finished();
      expect(saves).toEqual({ acknowledged: expect.any(Array), refused: [], stale: [] });
    },
    2 * MINUTES,
  );

  it(
    'finish what is being answered when a terminal ends them all, and nothing is left running',
    async () => {
      const socket = socketOf(String(server.databaseUri).replace('file:', '')) ?? '';
      expect(existsSync(socket)).toBe(true);
      const login = await halfSentLogin(server);
      process.kill(-server.pid, 'SIGINT');
      await expect.poll(server.output).toContain('SIGINT: finishing what is being answered.');
      const refused = () => read(listUrl(server)).then(String, ({ code }) => code);
      await expect.poll(refused, { timeout: MINUTES }).toBe('ECONNREFUSED');
      expect(await login.finish()).toEqual({
        status: 200,
        connection: 'close',
        signedIn: true,
      });
      const everyone = [server.pid, cmsPid(server), ...fronts()];
      await expect.poll(() => everyone.filter(isRunning), { timeout: MINUTES }).toEqual([]);
      expect(await server.stop()).toBe(0);
      expect(existsSync(socket)).toBe(false);
      expect(server.output()).not.toContain('A front ended (status');
    },
    2 * MINUTES,
  );
});

import type { Payload } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { cmsPid, untilReadiness } from '../support/cms.ts';
import { category } from '../support/content.ts';
import { fillDatabase } from '../support/databases.ts';
import { listUrl, type RestEditor, signInByRest } from '../support/editor.ts';
import { type Gate, openGate } from '../support/gate.ts';
import { startPayload } from '../support/payload.ts';
import { read, readSteadily, titlesOf } from '../support/reader.ts';
import { type Member, type ReplicaSet, startReplicaSet } from '../support/replicaSet.ts';
import { startServer, type TestServer } from '../support/server.ts';

const MINUTES = 60_000;

/** The driver gives up after this long, in milliseconds; an outage lasts longer. */
const TIMEOUT = 2000;

/** What a save says meanwhile. */
const NOT_SAVED =
  'Δεν αποθηκεύτηκε. Η βάση δεδομένων δεν απαντά αυτή τη στιγμή. Μην κλείσετε τη σελίδα και δοκιμάστε ξανά σε λίγο.';

let gate: Gate;
let member: Member;
let server: TestServer;
let editor: RestEditor;
/** Another process, for all that the server knows, and one that reaches the database past the gate. */
let elsewhere: Payload;

beforeAll(async () => {
  const set: ReplicaSet = await startReplicaSet({
    count: 1,
    reachedThrough: async (port) => {
      gate = await openGate(port);
      return gate.port;
    },
  });
  member = await set.primary();
  const timeouts = { serverSelectionTimeoutMS: TIMEOUT, connectTimeoutMS: TIMEOUT, socketTimeoutMS: TIMEOUT };
  await fillDatabase(set.uri('portal'), 'administered');
  server = await startServer({ databaseUri: set.uri('portal', timeouts) });
  editor = await signInByRest(server);
  elsewhere = await startPayload({ uri: set.directUri(member, 'portal') });
}, 4 * MINUTES);

async function shown(): Promise<string[]> {
  return [...titlesOf((await read(listUrl(server))).body)];
}

interface Outage {
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

const outages: Record<string, Outage> = {
  'that stops (SIGSTOP)': { begin: () => member.pause(), end: () => member.resume() },
  'that is killed with -9 and started again': { begin: () => member.kill(), end: () => member.start() },
  'that is cut off': { begin: () => gate.shut(), end: () => gate.open() },
};

describe.each(Object.entries(outages))(
  'a database %s for longer than the driver waits',
  (name, { begin, end }) => {
    it('costs no read; saves work again by themselves', { timeout: 5 * MINUTES }, async () => {
      expect(await editor.publish(`Πριν: ${name}`)).toBe(true);
      const reader = readSteadily(listUrl(server));
      const cms = cmsPid(server);
      await begin();
      await untilReadiness(server, { code: 200, status: 'behind' });
      const refused = await editor.rest('POST', 'service-groups', { title: name, _status: 'published' });
      expect([refused.status, refused.value]).toEqual([503, { errors: [{ message: NOT_SAVED }] }]);
      if (name === 'that is cut off') await category(elsewhere, { title: 'Αλλού, στο μεταξύ' });
      await end();
      await untilReadiness(server, { code: 200, status: 'live', cms: 'up' });
      if (name === 'that is cut off') expect(await shown()).toContain('Αλλού, στο μεταξύ');
      await vi.waitFor(async () => expect(await editor.publish(`Μετά: ${name}`)).toBe(true), {
        timeout: MINUTES,
        interval: 200,
      });
      expect(await shown()).toEqual(expect.arrayContaining([`Πριν: ${name}`, `Μετά: ${name}`]));
      expect(await reader.stop()).toMatchObject({ failed: [], lost: [] });
      expect(cmsPid(server)).toBe(cms);
    });
  },
);

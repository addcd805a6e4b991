import type { Payload, PayloadRequest } from 'payload';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Epoch } from '../../endpoints/read-model/index.ts';
import { documentSource, portalReadModel } from '../../src/index.ts';
import { category, local, served } from '../support/content.ts';
import { type Gate, openGate } from '../support/gate.ts';
import { extend } from '../support/host.ts';
import { startPayload } from '../support/payload.ts';
import { type Member, type ReplicaSet, startReplicaSet } from '../support/replicaSet.ts';

const CATEGORIES = 'news-categories';
const APP = 'the other';
const within = { timeout: 30_000, interval: 20 };

let set: ReplicaSet;
let member: Member;
let gate: Gate;
let one: Payload;
/** Reaches the database through the gate alone. */
let other: Payload;
/** The epoch before a test, and what the other one's source has said since. */
let before: Epoch | undefined;
const said: (Epoch | undefined)[] = [];

beforeAll(async () => {
  set = await startReplicaSet({ count: 1 });
  member = await set.primary();
  gate = await openGate(member.port);
  one = await startPayload({ uri: set.uri('portal') });
  const { search } = new URL(set.directUri(member, 'portal'));
  other = await startPayload({
    uri: `mongodb://127.0.0.1:${gate.port}/portal${search}&appName=${encodeURIComponent(APP)}`,
  });
  await Promise.all([portalReadModel(one), portalReadModel(other)]);
  documentSource(other).follow({ changed: async () => {}, epoch: (epoch) => void said.push(epoch) });
});

beforeEach(async () => {
  await vi.waitFor(async () => expect(await titles(other)).toEqual(await titles(one)), within);
  before = said.at(-1);
  said.length = 0;
});

const titles = async (payload: Payload) => (await served(payload, CATEGORIES)).map(({ title }) => title);

const state = async (payload: Payload) => (await portalReadModel(payload)).status().state;

async function failPoint(mode: unknown, data: object, appName = APP) {
  await (await set.on(member)).command({
    configureFailPoint: 'failCommand',
    mode,
    data: { ...data, appName },
  });
}

/** Has a command of the other one fail, so many times. */
const failing = (command: string, errorCode: number, times = 1) =>
  failPoint({ times }, { failCommands: [command], errorCode });

/** Has each such command of the other one take so many milliseconds, until the function that it gives is called. */
async function slow(failCommands: string[], blockTimeMS: number) {
  await failPoint('alwaysOn', { failCommands, blockConnection: true, blockTimeMS });
  return () => failPoint('off', {});
}

async function saves(name: string) {
  const [changed, deleted] = [
    await category(one, { title: `${name}: αλλάζει` }),
    await category(one, { title: `${name}: φεύγει` }),
  ];
  return async () => {
    await local(one).update(CATEGORIES, changed.id, { title: `${name}: άλλαξε` });
    await local(one).remove(CATEGORIES, deleted.id);
    await category(one, { title: `${name}: νέα` });
  };
}

function expectAnother() {
  expect(said).toEqual([undefined, expect.any(String)]);
  expect(said).not.toContain(before);
}

const sameAgain = () =>
  vi.waitFor(async () => {
    expect(await titles(other)).toEqual(await titles(one));
    expect(await state(other)).toBe('live');
  }, within);

describe('a server that is cut off from the database', () => {
  it('says so, and goes on where it was when it is connected again', async () => {
    const save = await saves('Αποκομμένος');
    await vi.waitFor(async () => expect(await titles(other)).toEqual(await titles(one)), within);
    await gate.shut();
    await vi.waitFor(async () => expect(await state(other)).toBe('behind'), within);
    await save();
    await gate.open();
    await sameAgain();
    expect(said).toEqual([undefined, before]);
  });

  it('is behind until what was written meanwhile shows, however slowly it is read', async () => {
    await gate.shut();
    await vi.waitFor(async () => expect(await state(other)).toBe('behind'), within);
    await category(one, { title: 'Στο μεταξύ' });
    // Written after it, so that the stream has to be asked again for what comes then.
    await (await set.on(member, 'portal')).collection('elsewhere').insertOne({});
    const quick = await slow(['find'], 500);
    try {
      await gate.open();
      await vi.waitFor(async () => expect(await state(other)).toBe('live'), within);
      expect(await titles(other)).toContain('Στο μεταξύ');
    } finally {
      await quick();
    }
  });

  it('has everything loaded again if the place where it was is gone', async () => {
    const save = await saves('Χωρίς θέση');
    await vi.waitFor(async () => expect(await titles(other)).toEqual(await titles(one)), within);
    await gate.shut();
    await vi.waitFor(async () => expect(await state(other)).toBe('behind'), within);
    await save();
    await failing('aggregate', 286);
    await gate.open();
    await sameAgain();
    expectAnother();
  });
});

describe('a database that is silent, with every connection open', () => {
  it('is noticed, and what is written after it shows', async () => {
    member.pause();
    await vi.waitFor(async () => expect(await state(other)).toBe('behind'), within);
    member.resume();
    await category(one, { title: 'Μετά τη σιωπή' });
    await sameAgain();
    expect(said).toEqual([undefined, before]);
  });
});

describe('a stream whose history is gone', () => {
  it('begins anew, and everything is loaded again', async () => {
    await failing('getMore', 286);
    await vi.waitFor(expectAnother, within);
    await category(one, { title: 'Μετά την ιστορία' });
    await sameAgain();
  });
});

describe('a collection that is renamed', () => {
  it('takes its elements along, and brings them back', async () => {
    const before = await titles(one);
    const database = await set.on(member, 'portal');
    await database.renameCollection(CATEGORIES, 'set-aside');
    await vi.waitFor(async () => expect(await titles(other)).toEqual([]), within);
    await database.renameCollection('set-aside', CATEGORIES);
    await vi.waitFor(async () => expect(await titles(other)).toEqual(before), within);
  });
});

describe('a write', () => {
  it('past Payload shows', async () => {
    await category(one, { title: 'Με τον κανόνα' });
    const collection = (await set.on(member, 'portal')).collection(CATEGORIES);
    await collection.updateOne({ title: 'Με τον κανόνα' }, { $set: { title: 'Με το χέρι' } });
    for (const each of [one, other]) {
      await vi.waitFor(async () => expect(await titles(each)).toContain('Με το χέρι'), within);
    }
  });
});

it('a save that is cut off leaves no transaction that refuses the saves of others', async () => {
  const { id } = await category(one, { title: 'Κόβεται' });
  const transactionID = (await other.db.beginTransaction()) ?? '';
  const req = { transactionID } as PayloadRequest;
  await other.db.updateOne({ collection: CATEGORIES, id, data: { title: 'Στη μέση' }, req });
  await gate.shut();
  await other.db.rollbackTransaction(transactionID);
  await expect(local(one).update(CATEGORIES, id, { title: 'Όσο είναι ανοιχτή' })).rejects.toThrow();
  await gate.open();
  await vi.waitFor(() => local(one).update(CATEGORIES, id, { title: 'Μετά' }), within);
});

it('a save whose document cannot be read at once after its commit is answered when the lists show it', async () => {
  let isSaved = false;
  const saving = extend(CATEGORIES, (collection) => ({
    ...collection,
    hooks: {
      ...collection.hooks,
      afterOperation: [
        ...(collection.hooks?.afterOperation ?? []),
        // After the last write, before its commit.
        async ({ operation, result }) => {
          // MaxTimeMSExpired, as from a primary that waits for a majority in vain.
          if (operation === 'create' && !isSaved)
            await failPoint({ times: 3 }, { failCommands: ['find'], errorCode: 50 }, 'saving');
          isSaved ||= operation === 'create';
          return result;
        },
      ],
    },
  }));
  const payload = await startPayload({ uri: set.uri('another', { appName: 'saving' }), plugins: [saving] });
  await portalReadModel(payload);
  await category(payload, { title: 'Με δυσκολία' });
  expect(isSaved).toBe(true);
  expect(await titles(payload)).toContain('Με δυσκολία');
  await vi.waitFor(async () => expect(await state(payload)).toBe('live'), within);
});

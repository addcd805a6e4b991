import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Change, DocumentSource, Subscriber } from '../../endpoints/read-model/index.ts';
import { ipcFeed } from '../../src/server/ipcFeed.ts';
import { type IpcSource, ipcSource } from '../../src/server/ipcSource.ts';
import { type FromCms, inMessages, type ToCms } from '../../src/server/messages.ts';

function change(id: number, text = ''): Change {
  return {
    kind: 'news-posts',
    id: String(id),
    document: { id: String(id), api_id: id, position: null, text },
  };
}

const listening = (changed: Subscriber['changed']): Subscriber => ({
  changed,
  lost: () => {},
  current: () => {},
});

/** A source with the given batches, and a way to tell of changes. */
function source(batches: Change[][], { failAfter = Number.POSITIVE_INFINITY } = {}) {
  const subscribers = new Set<Subscriber>();
  let asked = 0;
  let released = false;
  const documents: DocumentSource = {
    async *load() {
      try {
        for (const batch of batches) {
          if (asked >= failAfter) throw new Error('the database is away');
          asked++;
          yield batch;
        }
      } finally {
        released = true;
      }
    },
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  };
  return {
    documents,
    tell: async (changes: Change[]) => {
      await Promise.all([...subscribers].map((subscriber) => subscriber.changed(changes)));
    },
    asked: () => asked,
    released: () => released,
    subscribers: () => subscribers.size,
  };
}

/** Both ends of a channel; messages travel as JSON and arrive later, as between processes. */
function connected(documents: DocumentSource, { patience = 5000, deaf = false } = {}) {
  const late: string[] = [];
  const errors: unknown[] = [];
  const sent: FromCms[] = [];
  const over = <T>(message: T): T => JSON.parse(JSON.stringify(message));
  const feed = ipcFeed(documents, {
    patience,
    onLate: () => late.push('late'),
    send(message) {
      sent.push(message);
      if (!deaf) setImmediate(() => front.receive(over(message)));
    },
  });
  const front: IpcSource = ipcSource(
    (message: ToCms) => setImmediate(() => feed.receive(over(message))),
    (error) => errors.push(error),
  );
  return { feed, front, late, errors, sent };
}

async function collect(batches: AsyncIterable<Change[]>): Promise<Change[]> {
  const all: Change[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

describe('a load', () => {
  it('brings every change, in order', async () => {
    const changes = Array.from({ length: 250 }, (_, index) => change(index));
    const { front } = connected(source([changes.slice(0, 100), [], changes.slice(100)]).documents);
    expect(await collect(front.load())).toEqual(changes);
  });

  it('of nothing is an empty one', async () => {
    const { front } = connected(source([]).documents);
    expect(await collect(front.load())).toEqual([]);
  });

  it('asks for the next batch only when the last one has been taken', async () => {
    const cms = source([[change(1)], [change(2)], [change(3)]]);
    const { front } = connected(cms.documents);
    for await (const batch of front.load()) {
      await sleep(10);
      expect(batch).toEqual([change(cms.asked())]);
      if (cms.asked() === 3) break;
    }
    expect(cms.asked()).toBe(3);
  });

  it('that is given up ends in the cms too', async () => {
    const cms = source([[change(1)], [change(2)]]);
    const { front } = connected(cms.documents);
    for await (const _ of front.load()) break;
    await expect.poll(cms.released).toBe(true);
  });

  it('fails with the reason that the cms had, and the next one may succeed', async () => {
    const cms = source([[change(1)], [change(2)]], { failAfter: 1 });
    const { front } = connected(cms.documents);
    await expect(collect(front.load())).rejects.toThrow('the database is away');
  });

  it('fails when the cms ends, and so does one that begins later', async () => {
    const { front } = connected(source([[change(1)]]).documents, { deaf: true });
    const load = collect(front.load());
    setImmediate(() => front.close(new Error('the cms ended')));
    await expect(load).rejects.toThrow('the cms ended');
    await expect(collect(front.load())).rejects.toThrow('the cms ended');
  });

  it('keeps two loads at once apart', async () => {
    const changes = [change(1), change(2), change(3)];
    const { front } = connected(source(changes.map((each) => [each])).documents);
    expect(await Promise.all([collect(front.load()), collect(front.load())])).toEqual([changes, changes]);
  });
});

describe('a change', () => {
  it('has been taken by the front when the save goes on', async () => {
    const cms = source([]);
    const { front } = connected(cms.documents);
    const taken: Change[] = [];
    front.subscribe(
      listening(async (changes) => {
        await sleep(20);
        taken.push(...changes);
      }),
    );
    await cms.tell([change(1), change(2)]);
    expect(taken).toEqual([change(1), change(2)]);
  });

  it('that nobody listens for holds up no save', async () => {
    const cms = source([]);
    connected(cms.documents);
    await expect(cms.tell([change(1)])).resolves.toBeUndefined();
  });

  it('that a listener fails to take is acknowledged, and the failure is told', async () => {
    const cms = source([]);
    const { front, errors } = connected(cms.documents);
    front.subscribe(
      listening(() => {
        throw new Error('cannot');
      }),
    );
    await cms.tell([change(1)]);
    expect(errors).toEqual([new Error('cannot')]);
  });

  it('waits no longer than its patience for a front that does not answer', async () => {
    const cms = source([]);
    const { late } = connected(cms.documents, { deaf: true, patience: 30 });
    await cms.tell([change(1)]);
    expect(late).toEqual(['late']);
  });

  it('does not wait for a front that is gone', async () => {
    const cms = source([]);
    const { feed, late } = connected(cms.documents, { deaf: true });
    const save = cms.tell([change(1)]);
    feed.close();
    await save;
    await cms.tell([change(2)]);
    expect({ late, subscribers: cms.subscribers() }).toEqual({ late: [], subscribers: 0 });
  });

  it('does not fail the save when the channel is closed under it', async () => {
    const cms = source([]);
    ipcFeed(cms.documents, {
      send() {
        throw new Error('channel closed');
      },
    });
    await expect(cms.tell([change(1)])).resolves.toBeUndefined();
  });
});

describe('messages', () => {
  it('are cut where they would keep readers waiting, in order and without loss', () => {
    const changes = [1, 2, 3, 4, 5].map((id) => change(id, 'x'.repeat(100_000)));
    const messages = [...inMessages(changes)];
    expect(messages.map((message) => message.length)).toEqual([2, 2, 1]);
    expect(messages.flat()).toEqual(changes);
  });

  it('hold one change of any size, and settings and departures too', () => {
    const gone: Change = { kind: 'media', id: '1', document: null };
    const settings: Change = { settings: { collation: 'el', lists: {} } };
    const huge = change(1, 'x'.repeat(2_000_000));
    expect([...inMessages([huge, gone, settings])]).toEqual([[huge], [gone, settings]]);
    expect([...inMessages([])]).toEqual([]);
  });
});

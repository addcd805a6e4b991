import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DocumentSource, Failure } from '../../../endpoints/read-model/index.ts';
import { FeedSource } from '../../../src/server/feed/index.ts';
import { freshFolder } from '../../support/databases.ts';
import { change, collect, never, serve, source, status, subscribed } from './feeds.ts';

function* forEver<T>(value: T): Generator<T> {
  for (;;) yield value;
}

/** A cms that says only what the test has it say. */
async function silentCms() {
  const path = join(await freshFolder(), 'feed');
  const sockets: Socket[] = [];
  const cms = createServer((socket) => sockets.push(socket)).listen(path);
  onTestFinished(() => void cms.close());
  return { path, sockets };
}

async function said(socket: Socket | undefined): Promise<string> {
  const [bytes] = socket ? await once(socket, 'data') : [];
  return String(bytes);
}

/** A front that does both at once. */
function subscribeAndLoad(socket: string) {
  const front = new FeedSource({ socket, status, onTaken() {}, onError() {} });
  front.subscribe({ changed() {}, lost() {}, current() {} });
  return { front, load: collect(front.load()) };
}

describe('a load', () => {
  it('brings every change, in order, whatever its text and its size', async () => {
    const texts = ['', 'Ελληνικά', '🙂\u0000\n\u2028', 'x'.repeat(3_000_000), '"', 'ά'.repeat(100_000)];
    const changes = Array.from({ length: 250 }, (_, index) => change(index, texts[index % 25]));
    const { socket } = await serve(source([changes.slice(0, 100), [], changes.slice(100)]).documents);
    const { front } = await subscribed(socket);
    expect(await collect(front.load())).toEqual(changes);
  });

  it('of nothing is an empty one', async () => {
    const { socket } = await serve(source([]).documents);
    const { front } = await subscribed(socket);
    expect(await collect(front.load())).toEqual([]);
  });

  it('waits in the cms for a front that is slow', async () => {
    const batch = [change(1, 'x'.repeat(100_000))];
    const cms = source(Array(1000).fill(batch));
    const { socket } = await serve(cms.documents);
    const { front } = await subscribed(socket);
    for await (const _ of front.load()) {
      // Time enough for the cms to have sent all.
      await subscribed(socket);
      break;
    }
    expect(cms.asked()).toBeLessThan(100);
  });

  it('that is given up ends in the cms too', async () => {
    const cms = source(forEver([change(1)]));
    const { socket } = await serve(cms.documents);
    const { front } = await subscribed(socket);
    for await (const _ of front.load()) break;
    await expect.poll(cms.released).toBe(true);
  });

  it('fails with the reason that the cms had', async () => {
    const cms = source([[change(1)], [change(2)]], { failAfter: 1 });
    const { socket } = await serve(cms.documents);
    const { front } = await subscribed(socket);
    await expect(collect(front.load())).rejects.toThrow('the database is away');
  });

  it('fails when the cms ends, and so does one that begins later', async () => {
    let asked = false;
    const silent: DocumentSource = {
      load: () => ({ [Symbol.asyncIterator]: () => ({ next: wait }) }),
      subscribe: () => () => {},
    };
    function wait(): Promise<never> {
      asked = true;
      return new Promise(() => {});
    }
    const { server, socket } = await serve(silent);
    const { front } = await subscribed(socket);
    const load = collect(front.load());
    load.catch(() => {});
    await expect.poll(() => asked).toBe(true);
    server.close();
    await expect(load).rejects.toThrow('the cms has closed the feed');
    await expect(collect(front.load())).rejects.toThrow('the cms has closed the feed');
  });

  it('begins when every later change is heard of', async () => {
    const { path, sockets } = await silentCms();
    const { front, load } = subscribeAndLoad(path);
    await expect.poll(() => sockets.length).toBe(1);
    expect(await said(sockets[0])).toBe('{"type":"subscribe"}\n');
    expect(sockets).toHaveLength(1);
    sockets[0]?.write('{"type":"subscribed","current":true}\n');
    await expect.poll(() => sockets.length).toBe(2);
    expect(await said(sockets[1])).toBe('{"type":"load"}\n');
    sockets[1]?.end('{"changes":[]}\n{"last":true}\n');
    expect(await load).toEqual([]);
    front.close();
  });

  it('keeps two loads at once apart', async () => {
    const changes = [change(1), change(2), change(3)];
    const { socket } = await serve(source(changes.map((each) => [each])).documents);
    const { front } = await subscribed(socket);
    expect(await Promise.all([collect(front.load()), collect(front.load())])).toEqual([changes, changes]);
  });
});

describe('a change', () => {
  it('has been taken by every front when the save goes on', async () => {
    const cms = source([]);
    const { socket } = await serve(cms.documents);
    const quick = await subscribed(socket);
    let take = () => {};
    const slow = await subscribed(socket, {
      changed: () =>
        new Promise((resolve) => {
          take = resolve;
        }),
    });
    let isSaved = false;
    const save = cms.publish([change(1), change(2)]).then(() => {
      isSaved = true;
    });
    // Its acknowledgement has come before what the cms publishes next comes back to it.
    await expect.poll(quick.taken).toBe(1);
    cms.say('lost');
    await expect.poll(() => quick.heard).toContain('lost');
    expect({ isSaved, heard: quick.heard }).toEqual({
      isSaved: false,
      heard: [change(1), change(2), 'lost'],
    });
    take();
    await save;
    expect(slow.heard).toEqual(['lost', change(1), change(2)]);
    expect([quick.taken(), slow.taken()]).toEqual([1, 1]);
  });

  it('that nobody listens for holds up no save', async () => {
    const cms = source([]);
    await serve(cms.documents);
    await expect(cms.publish([change(1)])).resolves.toBeUndefined();
  });

  it('that a front could not take is not acknowledged: the front has to load everything', async () => {
    const cms = source([]);
    const { socket, late } = await serve(cms.documents, { patience: 100 });
    const { front, errors, taken } = await subscribed(socket, {
      changed() {
        throw new Error('cannot');
      },
    });
    await cms.publish([change(1)]);
    await front.closed;
    expect({ late, errors, taken: taken(), hears: front.hears }).toEqual({
      late: ['late'],
      errors: [new Error('cannot')],
      taken: 0,
      hears: false,
    });
  });

  it('waits no longer than its patience for a front that does not answer, and no other save does', async () => {
    const cms = source([]);
    const { socket, late } = await serve(cms.documents, { patience: 100 });
    const deaf = await subscribed(socket, { changed: never });
    const well = await subscribed(socket);
    await Promise.all([cms.publish([change(1)]), cms.publish([change(2)])]);
    expect(late).toEqual(['late']);
    await expect.poll(deaf.closed).toBe(true);
    await cms.publish([change(3)]);
    expect({ late, heard: well.heard }).toEqual({ late: ['late'], heard: [change(1), change(2), change(3)] });
  });

  it('does not wait for a front that goes away', async () => {
    const cms = source([]);
    const { socket, late } = await serve(cms.documents);
    const { front } = await subscribed(socket, { changed: never });
    const save = cms.publish([change(1)]);
    front.close();
    await save;
    await cms.publish([change(2)]);
    expect(late).toEqual([]);
  });

  it('does not wait for a front that no longer listens', async () => {
    const cms = source([]);
    const { socket, late } = await serve(cms.documents);
    const { front, unsubscribe } = await subscribed(socket, { changed: never });
    const save = cms.publish([change(1)]);
    unsubscribe();
    await save;
    expect({ late, hears: front.hears }).toEqual({ late: [], hears: false });
  });

  it('is told to nobody any more, nor waited for, when the cms stops', async () => {
    const cms = source([]);
    const { server, socket, late } = await serve(cms.documents);
    const { closed } = await subscribed(socket, { changed: never });
    const save = cms.publish([change(1)]);
    server.close();
    await save;
    await expect.poll(closed).toBe(true);
    expect({ late, subscribers: cms.subscribers() }).toEqual({ late: [], subscribers: 0 });
  });
});

describe('a front', () => {
  it('is told what the cms says of itself, also of what it said before', async () => {
    const cms = source([]);
    const { socket } = await serve(cms.documents);
    const before = await subscribed(socket);
    cms.say(false);
    const after = await subscribed(socket);
    await expect.poll(() => [before.heard, after.heard]).toEqual([[false], [false]]);
    cms.say('lost');
    cms.say(true);
    const whole = [false, 'lost', true];
    await expect.poll(() => [before.heard, after.heard]).toEqual([whole, whole]);
  });

  it('is given a pulse once a second', async () => {
    const { socket } = await serve(source([]).documents);
    const front = createConnection(socket);
    front.write('{"type":"subscribe"}\n');
    const lines: unknown[] = [];
    for await (const line of createInterface(front)) if (lines.push(JSON.parse(line)) === 3) break;
    const pulse = { type: 'pulse', current: true };
    expect(lines).toEqual([{ type: 'subscribed', current: true }, pulse, pulse]);
  });

  it('is behind while there is no sign of life, and as the cms says with the next one', async () => {
    const { path, sockets } = await silentCms();
    const subscribing = subscribed(path);
    await expect.poll(() => sockets.length).toBe(1);
    sockets[0]?.write('{"type":"subscribed","current":true}\n');
    const { heard, front } = await subscribing;
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([false]);
    sockets[0]?.write('{"type":"pulse","current":true}\n');
    await expect.poll(() => heard).toEqual([false, true]);
    front.close();
  });
});

describe('the cms knows how the lists of each front stand', () => {
  const failure = { list: 'news-posts', document: '1', api_id: 1, reason: 'odd', served: 'nothing' as const };

  it('by the second after they have changed, until the front is gone', async () => {
    const { server, socket } = await serve(source([]).documents);
    const { front } = await subscribed(socket, { status: () => ({ ...status(), state: 'behind' }) });
    await subscribed(socket);
    await expect
      .poll(server.statuses, { timeout: 5_000 })
      .toEqual([{ ...status(), state: 'behind' }, status()]);
    front.close();
    await expect.poll(server.statuses).toEqual([status()]);
  });

  it('of a change when the save that made it returns', async () => {
    const cms = source([]);
    const { server, socket } = await serve(cms.documents);
    const failed: Failure[] = [];
    await subscribed(socket, {
      changed: () => void failed.push(failure),
      status: () => ({ ...status(), failed }),
    });
    await cms.publish([change(1)]);
    expect(server.statuses()).toEqual([{ ...status(), failed: [failure] }]);
  });
});

describe('requests wait', () => {
  it('until every front hears of changes', async () => {
    const { server, socket } = await serve(source([]).documents);
    let heard = false;
    void server.untilSubscribed(2, 60_000).then(() => {
      heard = true;
    });
    await subscribed(socket);
    expect(heard).toBe(false);
    await subscribed(socket);
    await expect.poll(() => heard).toBe(true);
    await server.untilSubscribed(2, 60_000);
  });

  it('not for ever', async () => {
    const { server } = await serve(source([]).documents);
    await expect(server.untilSubscribed(1, 20)).resolves.toBeUndefined();
  });
});

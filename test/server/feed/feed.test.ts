import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DocumentChange, Failure, ReadModelState } from '../../../endpoints/read-model/index.ts';
import { FeedSource } from '../../../src/server/feed/FeedSource.ts';
import { freshFolder } from '../../support/databases.ts';
import { change, collect, following, never, rehearse, serve, source, status } from './feeds.ts';

// The pulse of the feed: a second passes when a test has it pass, and connections take the time that they take.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** What is so from some second on. */
const inTime = <T>(value: () => T) =>
  expect.poll(() => {
    vi.advanceTimersByTime(1000);
    return value();
  });

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
function followAndLoad(socket: string) {
  const front = new FeedSource({ socket, status, rehearse, onShown() {} });
  front.follow({ async changed() {}, epoch() {} });
  return { front, load: collect(front.load()) };
}

describe('a load', () => {
  it('brings every change, in order, whatever its text and its size', async () => {
    const texts = ['', 'Ελληνικά', '🙂\u0000\n\u2028', 'x'.repeat(3_000_000), '"', 'ά'.repeat(100_000)];
    const changes = Array.from({ length: 250 }, (_, index) => change(index, texts[index % 25]));
    const { socket } = await serve(source([changes.slice(0, 100), [], changes.slice(100)]).documents);
    const { front } = await following(socket);
    expect(await collect(front.load())).toEqual(changes);
  });

  it('waits in the cms for a front that is slow', async () => {
    const batch = [change(1, 'x'.repeat(100_000))];
    const cms = source(Array(1000).fill(batch));
    const { socket } = await serve(cms.documents);
    const { front } = await following(socket);
    for await (const _ of (await front.load()).changes) {
      // Time enough for the cms to have sent all.
      await following(socket);
      break;
    }
    expect(cms.asked()).toBeLessThan(100);
  });

  it('that is given up ends in the cms too', async () => {
    const cms = source(forEver([change(1)]));
    const { socket } = await serve(cms.documents);
    const { front } = await following(socket);
    for await (const _ of (await front.load()).changes) break;
    await expect.poll(cms.released).toBe(true);
  });

  it('begins when every later change is heard of', async () => {
    const { path, sockets } = await silentCms();
    const { front, load } = followAndLoad(path);
    await expect.poll(() => sockets.length).toBe(1);
    expect(await said(sockets[0])).toBe('{"type":"follow"}\n');
    expect(sockets).toHaveLength(1);
    sockets[0]?.write('{"type":"epoch","epoch":"first"}\n');
    await expect.poll(() => sockets.length).toBe(2);
    expect(await said(sockets[1])).toBe('{"type":"load"}\n');
    sockets[1]?.end('{"epoch":"first"}\n{"changes":[]}\n{"last":true}\n');
    expect(await load).toEqual([]);
    front.close();
  });
});

describe('a change', () => {
  it('shows when all before it do', async () => {
    const cms = source([]);
    const { socket } = await serve(cms.documents);
    const takes: (() => void)[] = [];
    await following(socket, { changed: () => new Promise((resolve) => takes.push(resolve)) });
    const saved: number[] = [];
    const saves = [1, 2].map((id) => cms.publish([change(id)]).then(() => saved.push(id)));
    await expect.poll(() => takes.length).toBe(2);
    takes[1]?.();
    cms.say('second');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(saved).toEqual([]);
    takes[0]?.();
    await Promise.all(saves);
    expect(saved).toEqual([1, 2]);
  });

  it('that a front cannot take closes its feed, so that it begins anew', async () => {
    const cms = source([]);
    const { socket, late } = await serve(cms.documents);
    const { front } = await following(socket, {
      changed() {
        throw new Error('cannot');
      },
    });
    await cms.publish([change(1)]);
    await front.closed;
    expect({ late, hears: front.hears }).toEqual({ late: [], hears: false });
  });

  it('waits no longer than its patience for a front that does not answer, and no other save does', async () => {
    const cms = source([]);
    const { socket, late } = await serve(cms.documents, { timeout: 100 });
    const deaf = await following(socket, { changed: never });
    const saves = Promise.all([cms.publish([change(1)]), cms.publish([change(2)])]);
    await inTime(() => late).toEqual(['late']);
    await saves;
    await expect.poll(deaf.closed).toBe(true);
    await cms.publish([change(3)]);
    expect(late).toEqual(['late']);
  });

  it('waits for the front that came last: one that was there before has lost its feed', async () => {
    const cms = source([]);
    const { socket, late } = await serve(cms.documents);
    const before = await following(socket, { changed: never });
    const save = cms.publish([change(1)]);
    const { heard } = await following(socket);
    await save;
    await expect.poll(before.closed).toBe(true);
    await cms.publish([change(2)]);
    expect({ late, heard }).toEqual({ late: [], heard: ['first', change(2)] });
  });

  it('does not wait for a front that goes away', async () => {
    const cms = source([]);
    const { socket, late } = await serve(cms.documents);
    const { front } = await following(socket, { changed: never });
    const save = cms.publish([change(1)]);
    front.close();
    await save;
    await cms.publish([change(2)]);
    expect(late).toEqual([]);
  });
});

describe('a front', () => {
  it('is told the epoch once a second', async () => {
    const { socket } = await serve(source([]).documents);
    const front = createConnection(socket);
    front.write('{"type":"follow"}\n');
    const lines: unknown[] = [];
    for await (const line of createInterface(front)) {
      if (lines.push(JSON.parse(line)) === 3) break;
      vi.advanceTimersByTime(1000);
    }
    expect(lines).toEqual(Array(3).fill({ type: 'epoch', epoch: 'first' }));
  });

  it('hears of no epoch while there is no sign of life, and of the same one with the next', async () => {
    const { path, sockets } = await silentCms();
    const followed = following(path);
    await expect.poll(() => sockets.length).toBe(1);
    sockets[0]?.write('{"type":"epoch","epoch":"first"}\n');
    const { heard, front } = await followed;
    await inTime(() => heard).toEqual(['first', undefined]);
    sockets[0]?.write('{"type":"epoch","epoch":"first"}\n');
    await expect.poll(() => heard).toEqual(['first', undefined, 'first']);
    front.close();
  });
});

describe('the cms knows how the lists of the front stand', () => {
  const failure = { list: 'news-posts', document: '1', api_id: 1, reason: 'odd', served: 'nothing' as const };

  it('by the second after they have changed, until the front is gone', async () => {
    const { server, socket } = await serve(source([]).documents);
    const { front } = await following(socket, { status: () => ({ ...status(), state: 'behind' }) });
    await inTime(() => server.status()).toEqual({ ...status(), state: 'behind' });
    front.close();
    await expect.poll(() => server.status()).toBeUndefined();
  });

  it('and what it serves, also while it is behind', async () => {
    const { server, socket } = await serve(source([]).documents);
    const [old, now] = ['"1"', '"2"'].map((etag) => ({ 'news-posts': { etag, settings: '' } }));
    let [state, versions] = ['checkpoint' as ReadModelState, old];
    await following(socket, { status: () => ({ ...status(), state }), versions: () => versions });
    const known = () => ({ served: server.served(), versions: server.versions() });
    const until = (expected: object) => inTime(known).toEqual(expected);
    await until({ served: old, versions: undefined });
    state = 'live';
    await until({ served: old, versions: old });
    versions = now;
    await until({ served: now, versions: now });
  });

  it('of a change when the save that made it returns', async () => {
    const cms = source([]);
    const { server, socket } = await serve(cms.documents);
    const failed: Failure[] = [];
    await following(socket, {
      changed: () => void failed.push(failure),
      status: () => ({ ...status(), failed }),
    });
    await cms.publish([change(1)]);
    expect(server.status()).toEqual({ ...status(), failed: [failure] });
  });
});

describe('requests wait', () => {
  it('until the front hears of changes', async () => {
    const { server, socket } = await serve(source([]).documents);
    let heard = false;
    void server.untilFollowed(60_000).then(() => {
      heard = true;
    });
    await new Promise(setImmediate);
    expect(heard).toBe(false);
    await following(socket);
    await expect.poll(() => heard).toBe(true);
    await server.untilFollowed(60_000);
  });

  it('not for ever', async () => {
    const { server } = await serve(source([]).documents);
    await expect(server.untilFollowed(20)).resolves.toBeUndefined();
  });
});

describe('a rehearsal', () => {
  it('is answered by the front once it has loaded the lists, whatever the size', async () => {
    const { server, socket } = await serve(source([]).documents);
    expect(await server.rehearse(change(1) as DocumentChange)).toBeUndefined();
    const loading = () => ({ ...status(), state: 'loading' as const, loaded: false });
    const { front } = await following(socket, { status: loading });
    await expect.poll(() => server.status()?.state).toBe('loading');
    expect(await server.rehearse(change(1) as DocumentChange)).toBeUndefined();
    front.close();
    await following(socket);
    await expect.poll(() => server.status()?.loaded).toBe(true);
    const changes = [change(1), change(2, 'ά\u2028\n'.repeat(300_000))] as DocumentChange[];
    const answers = await Promise.all(changes.map((each) => server.rehearse(each)));
    expect(answers.map((each) => each?.after)).toEqual(changes.map((each) => JSON.stringify(each.document)));
  });

  it('fails with the reason that the front had, when it is late, and when the front goes away', async () => {
    const { server, socket } = await serve(source([]).documents, { timeout: 300 });
    let times = 0;
    const { front } = await following(socket, {
      rehearse: () => (times++ === 0 ? Promise.reject(new Error('an odd document')) : new Promise(() => {})),
    });
    await expect.poll(() => server.status()).toBeDefined();
    await expect(server.rehearse(change(1) as DocumentChange)).rejects.toThrow('an odd document');
    const late = 'The front did not answer in time what a change would come to.';
    await expect(server.rehearse(change(1) as DocumentChange)).rejects.toThrow(late);
    const answer = server.rehearse(change(1) as DocumentChange);
    front.close();
    await expect(answer).rejects.toThrow('The front went away while it rehearsed a change.');
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { DocumentSource } from '../../../endpoints/read-model/index.ts';
import { change, collect, connectTo, serve, source, subscribed } from './feeds.ts';

describe('a load', () => {
  it('brings every change, in order, whatever its text and its size', async () => {
    const texts = ['', 'Ελληνικά', '🙂\u0000\n\u2028', 'x'.repeat(3_000_000), '"', 'ά'.repeat(100_000)];
    const changes = Array.from({ length: 250 }, (_, index) => change(index, texts[index % 25]));
    const { socket } = await serve(source([changes.slice(0, 100), [], changes.slice(100)]).documents);
    const { front } = await connectTo(socket);
    expect(await collect(front.load())).toEqual(changes);
  });

  it('of nothing is an empty one', async () => {
    const { socket } = await serve(source([]).documents);
    const { front } = await connectTo(socket);
    expect(await collect(front.load())).toEqual([]);
  });

  it('asks for the next batch only when the last one has been taken', async () => {
    const cms = source([[change(1)], [change(2)], [change(3)]]);
    const { socket } = await serve(cms.documents);
    const { front } = await connectTo(socket);
    for await (const batch of front.load()) {
      await sleep(10);
      expect(batch).toEqual([change(cms.asked())]);
      if (cms.asked() === 3) break;
    }
    expect(cms.asked()).toBe(3);
  });

  it('that is given up ends in the cms too', async () => {
    const cms = source([[change(1)], [change(2)]]);
    const { socket } = await serve(cms.documents);
    const { front } = await connectTo(socket);
    for await (const _ of front.load()) break;
    await expect.poll(cms.released).toBe(true);
  });

  it('fails with the reason that the cms had', async () => {
    const cms = source([[change(1)], [change(2)]], { failAfter: 1 });
    const { socket } = await serve(cms.documents);
    const { front } = await connectTo(socket);
    await expect(collect(front.load())).rejects.toThrow('the database is away');
  });

  it('fails when the cms ends, and so does one that begins later', async () => {
    const never: DocumentSource = {
      load: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
      subscribe: () => () => {},
    };
    const { server, socket } = await serve(never);
    const { front } = await connectTo(socket);
    const load = collect(front.load());
    setTimeout(server.close, 10);
    await expect(load).rejects.toThrow('the cms ended');
    await expect(collect(front.load())).rejects.toThrow('the cms ended');
  });

  it('keeps two loads at once apart', async () => {
    const changes = [change(1), change(2), change(3)];
    const { socket } = await serve(source(changes.map((each) => [each])).documents);
    const { front } = await connectTo(socket);
    expect(await Promise.all([collect(front.load()), collect(front.load())])).toEqual([changes, changes]);
  });
});

describe('a change', () => {
  it('has been taken by every front when the save goes on', async () => {
    const cms = source([]);
    const { socket } = await serve(cms.documents);
    const quick = await subscribed(socket);
    const slow = await subscribed(socket, { changed: () => sleep(50) });
    await cms.tell([change(1), change(2)]);
    expect([quick.heard, slow.heard]).toEqual([
      [change(1), change(2)],
      [change(1), change(2)],
    ]);
    expect([quick.taken(), slow.taken()]).toEqual([1, 1]);
  });

  it('that nobody listens for holds up no save', async () => {
    const cms = source([]);
    const { socket } = await serve(cms.documents);
    await connectTo(socket);
    await expect(cms.tell([change(1)])).resolves.toBeUndefined();
  });

  it('that a listener fails to take is acknowledged, and the failure is told', async () => {
    const cms = source([]);
    const { socket } = await serve(cms.documents);
    const { errors, taken } = await subscribed(socket, {
      changed() {
        throw new Error('cannot');
      },
    });
    await cms.tell([change(1)]);
    expect({ errors, taken: taken() }).toEqual({ errors: [new Error('cannot')], taken: 0 });
  });

  it('waits no longer than its patience for a front that does not answer, and no other save does', async () => {
    const cms = source([]);
    const { socket, late } = await serve(cms.documents, { patience: 100 });
    const deaf = await subscribed(socket, { deaf: true });
    const well = await subscribed(socket);
    await Promise.all([cms.tell([change(1)]), cms.tell([change(2)])]);
    expect(late).toEqual(['late']);
    await expect.poll(deaf.closed).toBe(true);
    await cms.tell([change(3)]);
    expect({ late, heard: well.heard }).toEqual({ late: ['late'], heard: [change(1), change(2), change(3)] });
  });

  it('does not wait for a front that goes away', async () => {
    const cms = source([]);
    const { socket, late } = await serve(cms.documents);
    const { close } = await subscribed(socket, { deaf: true });
    const save = cms.tell([change(1)]);
    close();
    await save;
    await cms.tell([change(2)]);
    expect(late).toEqual([]);
  });

  it('does not wait for a front that no longer listens', async () => {
    const cms = source([]);
    const { socket, late } = await serve(cms.documents);
    const { front, unsubscribe } = await subscribed(socket, { deaf: true });
    const save = cms.tell([change(1)]);
    unsubscribe();
    await save;
    expect({ late, hears: front.hears() }).toEqual({ late: [], hears: false });
  });

  it('is told to nobody any more, nor waited for, when the cms stops', async () => {
    const cms = source([]);
    const { server, socket, late } = await serve(cms.documents);
    const { closed } = await subscribed(socket, { deaf: true });
    const save = cms.tell([change(1)]);
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
    const { received } = await subscribed(socket);
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(3);
    expect(received).toEqual([
      { type: 'subscribed', current: true },
      { type: 'pulse', current: true },
      { type: 'pulse', current: true },
    ]);
  });

  it('is behind while there is no sign of life, and as the cms says with the next one', async () => {
    const { socket } = await serve(source([]).documents);
    const { front, heard } = await subscribed(socket);
    front.silent();
    expect(heard).toEqual([false]);
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([false, true]);
  });
});

describe('requests wait', () => {
  it('until every front hears of changes', async () => {
    const { server, socket } = await serve(source([]).documents);
    let heard = false;
    void server.heardBy(2, 60_000).then(() => {
      heard = true;
    });
    await subscribed(socket);
    await connectTo(socket);
    await sleep(50);
    expect(heard).toBe(false);
    await subscribed(socket);
    await expect.poll(() => heard).toBe(true);
    await server.heardBy(2, 60_000);
  });

  it('not for ever', async () => {
    const { server } = await serve(source([]).documents);
    await expect(server.heardBy(1, 20)).resolves.toBeUndefined();
  });
});

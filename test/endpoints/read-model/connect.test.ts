import { describe, expect, it, vi } from 'vitest';
import { type EncodeContext, lists, type StoredDocument } from '../../../endpoints/lists/index.ts';
import {
  type Change,
  createReadModel,
  type DocumentSource,
  type Epoch,
  type Follower,
} from '../../../endpoints/read-model/index.ts';
import { column, slowLoad, usefulLink } from '../support/readModel.ts';

const slug = 'service-useful-links';

/** A source whose loads, changes and epochs a test makes. */
function sourceOf(load: () => AsyncIterable<Change[]>) {
  const followers = new Set<Follower>();
  let epoch: Epoch = '1';
  let isHeard = true;
  const say = () => {
    for (const follower of followers) follower.epoch(isHeard ? epoch : undefined);
  };
  const source: DocumentSource = {
    load: async () => ({ epoch, changes: load() }),
    follow(follower) {
      followers.add(follower);
      follower.epoch(isHeard ? epoch : undefined);
      return () => followers.delete(follower);
    },
  };
  return {
    source,
    followers,
    tell: (...changes: Change[]) => Promise.all([...followers].map((each) => each.changed(changes, epoch))),
    begin() {
      epoch = String(Number(epoch) + 1);
      say();
    },
    hears(now: boolean) {
      isHeard = now;
      say();
    },
  };
}

async function* once(...changes: Change[]) {
  yield changes;
}

describe('connect', () => {
  it('follows before it loads, and hears until it is ended', async () => {
    const { load, go } = slowLoad([usefulLink(1, { title: 'old' })]);
    const { source, tell } = sourceOf(load);
    const model = createReadModel({ lists });
    const connected = model.connect(source);
    void tell(usefulLink(1, { title: 'new' }));
    go();
    const disconnect = await connected;
    expect(await column(model, slug, 'title')).toEqual(['new']);
    await tell(usefulLink(2));
    expect(await column(model, slug, 'id')).toEqual([1, 2]);
    disconnect();
    await tell(usefulLink(3));
    expect(await column(model, slug, 'id')).toEqual([1, 2]);
  });

  it('ends that when the load fails', async () => {
    const { load, fail } = slowLoad([usefulLink(1)]);
    const { source, followers } = sourceOf(load);
    const model = createReadModel({ lists });
    const connected = model.connect(source);
    fail(new Error('away'));
    await expect(connected).rejects.toThrow('away');
    expect(followers.size).toBe(0);
    expect(model.status().state).toBe('loading');
  });
});

describe('the state', () => {
  it('is live while the source says the epoch that is loaded, behind while it says none, and after the end', async () => {
    const { source, hears } = sourceOf(() => once(usefulLink(1)));
    const model = createReadModel({ lists });
    const states = [model.status().state];
    const disconnect = await model.connect(source);
    states.push(model.status().state);
    for (const now of [false, true]) {
      hears(now);
      states.push(model.status().state);
    }
    disconnect();
    expect([...states, model.status().state]).toEqual(['loading', 'live', 'behind', 'live', 'behind']);
    expect(await column(model, slug, 'id')).toEqual([1]);
  });

  it('keeps the moment when it began', async () => {
    const { source, hears } = sourceOf(() => once(usefulLink(1)));
    const model = createReadModel({ lists });
    await model.connect(source);
    const { since } = model.status();
    await new Promise((resolve) => setTimeout(resolve, 5));
    hears(true);
    expect(model.status().since).toBe(since);
    hears(false);
    expect(model.status().since).toBeGreaterThan(since);
  });

  it('is behind after a load during which the source lost touch, until it is back', async () => {
    const { load, go } = slowLoad([usefulLink(1)]);
    const { source, hears } = sourceOf(load);
    const model = createReadModel({ lists });
    const connected = model.connect(source);
    hears(false);
    go();
    await connected;
    expect(model.status()).toMatchObject({ state: 'behind', loaded: true });
    hears(true);
    expect(model.status().state).toBe('live');
  });

  it('is of one source: the next one ends it', async () => {
    const old = sourceOf(() => once(usefulLink(1)));
    const { load, go } = slowLoad([usefulLink(2)]);
    const model = createReadModel({ lists });
    await model.connect(old.source);
    const connected = model.connect(sourceOf(load).source);
    expect([old.followers.size, model.status().state]).toEqual([0, 'behind']);
    go();
    await connected;
    expect([model.status().state, await column(model, slug, 'id')]).toEqual(['live', [2]]);
  });
});

describe('a change that cannot be taken', () => {
  /** An element whose title can be written once and then not be sorted by, as long as `isBroken`. */
  function breakable() {
    const state = { isBroken: true };
    const broken = lists.map((list) => ({
      ...list,
      encode(document: StoredDocument, context: EncodeContext) {
        const element = list.encode(document, context);
        if (document.title !== 'broken') return element;
        let reads = 0;
        return Object.defineProperty({ ...element }, 'title', {
          enumerable: true,
          get() {
            reads += 1;
            if (state.isBroken && reads > 1) throw new Error('it cannot be sorted');
            return 'broken';
          },
        });
      },
    }));
    return { state, lists: broken };
  }

  it('is loaded, and acknowledged once the load shows it', async () => {
    const { state, lists: broken } = breakable();
    const again = slowLoad([usefulLink(1, { title: 'broken' }), usefulLink(2)]);
    let begun = 0;
    const { source, tell } = sourceOf(() => (begun++ === 0 ? once(usefulLink(1)) : again.load()));
    const errors: unknown[] = [];
    const model = createReadModel({ lists: broken, onError: (...error) => errors.push(error) });
    await model.connect(source);
    let isAcknowledged = false;
    const told = tell(usefulLink(1, { title: 'broken' })).then(() => {
      isAcknowledged = true;
    });
    await vi.waitFor(() => expect(begun).toBe(2));
    expect([isAcknowledged, model.status().state, await column(model, slug, 'title')]).toEqual([
      false,
      'behind',
      [''],
    ]);
    state.isBroken = false;
    again.go();
    await told;
    expect([model.status().state, await column(model, slug, 'title')]).toEqual(['live', ['broken', '']]);
    expect(errors).toEqual([
      ['A change could not be taken; everything is loaded again.', new Error('it cannot be sorted')],
    ]);
  });

  it('fails with the subscription that ends before it shows', async () => {
    const { lists: broken } = breakable();
    let begun = 0;
    const { source, tell } = sourceOf(() => {
      begun += 1;
      return once(usefulLink(1, { title: begun === 1 ? '' : 'broken' }));
    });
    const errors: string[] = [];
    const model = createReadModel({ lists: broken, onError: (message) => errors.push(message) });
    const disconnect = await model.connect(source);
    const told = tell(usefulLink(1, { title: 'broken' }));
    await vi.waitFor(() => expect(errors).toHaveLength(2));
    disconnect();
    await expect(told).rejects.toThrow('The documents are no longer followed.');
  });
});

describe('another epoch', () => {
  it('is loaded, and the state is behind until it is', async () => {
    const loads = [slowLoad([usefulLink(1)]), slowLoad([usefulLink(2)])];
    let begun = 0;
    const { source, begin } = sourceOf(() => (loads[begun++] as (typeof loads)[number]).load());
    const model = createReadModel({ lists });
    loads[0]?.go();
    await model.connect(source);
    begin();
    expect([model.status().state, await column(model, slug, 'id')]).toEqual(['behind', [1]]);
    loads[1]?.go();
    await vi.waitFor(() => expect(model.status().state).toBe('live'), 10_000);
    expect(await column(model, slug, 'id')).toEqual([2]);
  });

  it('during a load is loaded after it', async () => {
    const first = slowLoad([usefulLink(1)]);
    let begun = 0;
    const { source, begin } = sourceOf(() => (begun++ === 0 ? first.load() : once(usefulLink(2))));
    const model = createReadModel({ lists });
    const connected = model.connect(source);
    begin();
    first.go();
    await connected;
    expect([begun, model.status().state, await column(model, slug, 'id')]).toEqual([2, 'live', [2]]);
  });

  it('is loaded again and again until it succeeds, which is told', async () => {
    const errors: unknown[] = [];
    let begun = 0;
    const { source, begin } = sourceOf(() => {
      begun += 1;
      if (begun === 2) throw new Error('the database is away');
      return once(usefulLink(begun));
    });
    const model = createReadModel({ lists, onError: (...error) => errors.push(error) });
    await model.connect(source);
    begin();
    await vi.waitFor(() => expect(model.status().state).toBe('live'), 20_000);
    expect(await column(model, slug, 'id')).toEqual([3]);
    expect(errors).toEqual([
      ['The lists could not be loaded again; trying in 0.5 s.', new Error('the database is away')],
    ]);
  });

  it('has no changes of the one before brought after its load, whichever is heard first', async () => {
    const newest = slowLoad([usefulLink(1, { title: 'newest' })]);
    let begun = 0;
    const { source, begin, tell } = sourceOf(() => {
      begun += 1;
      return begun === 1 ? newest.load() : once(usefulLink(1, { title: 'newest' }));
    });
    // The load answers in the next epoch already; what it brings comes after what the one before has told.
    const ahead = { ...source, load: async () => ({ ...(await source.load()), epoch: '2' }) };
    const model = createReadModel({ lists });
    const connected = model.connect(ahead);
    await vi.waitFor(() => expect(begun).toBe(1));
    const told = tell(usefulLink(1, { title: 'older' }));
    newest.go();
    await vi.waitFor(() => expect(begun).toBe(2));
    begin();
    await Promise.all([connected, told]);
    expect([model.status().state, await column(model, slug, 'title')]).toEqual(['live', ['newest']]);
  });

  it('of a source that has ended is not loaded', async () => {
    let begun = 0;
    const { source, followers } = sourceOf(() => once(usefulLink(++begun)));
    const model = createReadModel({ lists });
    const disconnect = await model.connect(source);
    const [follower] = followers;
    disconnect();
    follower?.epoch('2');
    await new Promise(setImmediate);
    expect([begun, model.status().state]).toEqual([1, 'behind']);
  });
});

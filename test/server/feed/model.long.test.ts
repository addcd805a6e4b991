import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type EncodeContext, lists, type StoredDocument } from '../../../endpoints/lists/index.ts';
import {
  createReadModel,
  type DocumentSource,
  type ReadModel,
  type Snapshot,
} from '../../../endpoints/read-model/index.ts';
import { FeedServer, followFeed } from '../../../src/server/feed/index.ts';
import { freshFolder } from '../../support/databases.ts';
import { ModelCms, ModelDatabase } from './modelCms.ts';

// A cms and two fronts, over a database in memory. Whatever happens to them, and in whatever order: a save that returns
// shows; nothing shows that was not committed; what is live is true; and once faults end, all fronts are live and equal.

const LIST = 'service-useful-links';
/** How long a save waits for a front, in milliseconds. */
const PATIENCE = 200;

/** A front whose faults a test makes. */
class ModelFront {
  model: ReadModel;
  /** Whether the next title that is sorted cannot be. */
  #isBroken = false;
  #stalled: Promise<void> | undefined;
  #goOn = () => {};
  #following: { hears(): boolean; end(): void } | undefined;
  /** It has not shown that it knows of what it slept through. */
  wasStalled = false;

  constructor(snapshot?: Snapshot) {
    this.model = createReadModel({ lists: lists.map((list) => ({ ...list, encode: this.#encoded(list) })) });
    if (snapshot) void this.model.restore(snapshot, 0);
  }

  get hears(): boolean {
    return this.#following?.hears() === true;
  }

  follow(socket: string): void {
    this.#following?.end();
    this.wasStalled = this.#stalled !== undefined;
    const connect = (source: DocumentSource) => this.model.connect(this.#stalling(source));
    const { status } = this.model;
    const nothing = () => {};
    const options = { onLoaded: nothing, onShown: nothing, log: nothing };
    this.#following = followFeed({ readModel: { connect, status }, socket, ...options });
  }

  break(): void {
    this.#isBroken = true;
  }

  mend(): void {
    this.#isBroken = false;
    this.#stalled = undefined;
    this.#goOn();
  }

  /** It takes nothing until it is mended. */
  stall(): void {
    this.#stalled ??= new Promise((resolve) => {
      this.#goOn = resolve;
    });
    this.wasStalled = true;
  }

  end(): void {
    this.#following?.end();
  }

  /** The titles that it serves, by their ids. */
  titles(): Map<number, string> | undefined {
    const response = this.model.response(LIST, undefined);
    if (!response || 'then' in response) return undefined;
    const elements: { id: number; title: string }[] = JSON.parse(String(response.body));
    return new Map(elements.map(({ id, title }) => [id, title]));
  }

  #stalling(source: DocumentSource): DocumentSource {
    return {
      load: () => source.load(),
      follow: (follower) =>
        source.follow({
          epoch: (epoch) => follower.epoch(epoch),
          changed: async (changes, epoch) => {
            await this.#stalled;
            await follower.changed(changes, epoch);
          },
        }),
    };
  }

  #encoded(list: (typeof lists)[number]) {
    return (document: StoredDocument, context: EncodeContext) => {
      const element = list.encode(document, context);
      let reads = 0;
      return Object.defineProperty({ ...element }, 'title', {
        enumerable: true,
        get: () => {
          reads += 1;
          if (this.#isBroken && reads > 1) throw new Error('it cannot be sorted');
          return element.title;
        },
      });
    };
  }
}

class World {
  readonly database = new ModelDatabase();
  fronts: ModelFront[] = [];
  cms: ModelCms = new ModelCms(this.database);
  loads = 0;
  /** How often a front was late. */
  late = 0;
  #server: FeedServer | undefined;
  #socket = '';
  /** Saves that have not returned. */
  readonly saving = new Set<Promise<void>>();

  async begin(): Promise<void> {
    for (const id of [1, 2]) this.database.commit(id, `Αρχικός ${id}`);
    await this.startCms();
    this.fronts = [new ModelFront(), new ModelFront()];
    for (const front of this.fronts) front.follow(this.#socket);
  }

  async startCms(): Promise<void> {
    this.#server?.close();
    this.loads += this.cms.loads;
    this.cms = new ModelCms(this.database);
    this.#server = new FeedServer(this.cms, { patience: PATIENCE, onLate: () => this.late++ });
    this.#socket = join(await freshFolder(), 'feed');
    await this.#server.listen(this.#socket);
    for (const front of this.fronts) front.follow(this.#socket);
  }

  restart(number: number): void {
    const before = this.fronts[number] as ModelFront;
    before.end();
    const front = new ModelFront(before.model.snapshot());
    this.fronts[number] = front;
    front.follow(this.#socket);
  }

  /** When it returns, every front shows it that has been followed all the time. */
  save(id: number, title: string | null): void {
    const { cms } = this;
    const place = this.database.committed.get(id)?.length ?? 0;
    const heard = this.fronts.filter((front) => front.hears && front.model.status().loaded);
    const isAway = cms.isAway;
    const { late } = this;
    const saved = cms.write(id, title).then(() => {
      // A front that is late has lost its feed.
      if (isAway || cms !== this.cms || late !== this.late) return;
      const since = this.database.committed.get(id)?.slice(place) ?? [];
      for (const front of heard) {
        if (!this.fronts.includes(front) || !front.hears) continue;
        expect(since, `document ${id} after its save`).toContain(front.titles()?.get(id) ?? null);
      }
    });
    this.saving.add(saved);
    void saved.catch(() => {}).finally(() => this.saving.delete(saved));
    this.#saved.push(saved);
  }
  readonly #saved: Promise<void>[] = [];

  /** What holds at every moment. */
  check(): void {
    for (const front of this.fronts) {
      const titles = front.titles();
      for (const [id, title] of titles ?? []) expect(this.database.committed.get(id)).toContain(title);
      const { state } = front.model.status();
      if (state !== 'loading') expect(titles?.size).toBeGreaterThan(0);
      const isQuiet = this.saving.size === 0 && !this.cms.isAway && !front.wasStalled;
      if (state === 'live' && isQuiet) this.expectTrue(front);
    }
  }

  expectTrue(front: ModelFront): void {
    const now = [...this.database.now].filter(([, title]) => title !== null);
    expect(new Map([...(front.titles() ?? [])].toSorted())).toEqual(new Map(now.toSorted() as never));
  }

  async heal(): Promise<void> {
    await this.cms.find('anew');
    for (const front of this.fronts) front.mend();
    await Promise.all(this.#saved);
    for (const front of this.fronts) {
      const healed = () => {
        expect(front.model.status().state).toBe('live');
        this.expectTrue(front);
      };
      await vi.waitFor(healed, { timeout: 20_000, interval: 5 });
    }
  }

  async end(): Promise<void> {
    for (const front of this.fronts) front.end();
    this.#server?.close();
  }
}

type Step = (world: World) => void | Promise<void>;
const named = (name: string, step: Step): Step => Object.assign(step, { toString: () => name });
const front = fc.integer({ min: 0, max: 1 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.option(fc.constantFrom('α', 'β', 'γ'), { freq: 3 }))
      .map(([id, title]) => named(`save ${id} ${title}`, (world) => world.save(id, title))),
  },
  fc.constant(named('lose', (world) => world.cms.lose())),
  fc
    .constantFrom('told' as const, 'anew' as const)
    .map((how) => named(`find ${how}`, (world) => world.cms.find(how))),
  fc.constant(named('begin', (world) => world.cms.begin())),
  fc.constant(
    named('what is written cannot be read', ({ cms }) => {
      cms.unreadable = 1;
    }),
  ),
  fc.constant(named('kill the cms', (world) => world.startCms())),
  front.map((number) => named(`restart ${number}`, (world) => world.restart(number))),
  front.map((number) => named(`break ${number}`, (world) => world.fronts[number]?.break())),
  front.map((number) => named(`stall ${number}`, (world) => world.fronts[number]?.stall())),
  front.map((number) => named(`mend ${number}`, (world) => world.fronts[number]?.mend())),
  fc.integer({ min: 0, max: 3 }).map((batch) =>
    named(`a load fails at ${batch}`, ({ cms }) => {
      cms.failsAt = batch;
    }),
  ),
);
/** Milliseconds between steps. */
const pause = fc.constantFrom(0, 0, 0, 5, 20);

describe.each([1, 2, 3, 4])('a cms and two fronts, %i', { concurrent: true }, () => {
  it('show what is saved, nothing else, and heal', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(steps, pause), { maxLength: 20 }), async (history) => {
        const world = new World();
        await world.begin();
        try {
          for (const [step, wait] of history) {
            await step(world);
            if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
            else await new Promise(setImmediate);
            world.check();
          }
          await world.heal();
          expect(world.loads + world.cms.loads).toBeLessThan(20 + 4 * history.length);
        } finally {
          await world.end();
        }
      }),
      { numRuns: 50 },
    );
  });
});

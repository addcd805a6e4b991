import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Epoch } from '../../../endpoints/read-model/index.ts';
import { FeedServer } from '../../../src/server/feed/FeedServer.ts';
import { freshFolder } from '../../support/databases.ts';
import { ModelCms, type Slow } from './modelCms.ts';
import { ModelDatabase } from './modelDatabase.ts';
import { ModelFront } from './modelFront.ts';

// A cms and a front, over a replica set in memory. Whatever happens to them, and in whatever order: a save that returns
// shows; nothing shows that a failover can take back; what is live is true, and nothing is while changes may be missed; no
// epoch is said twice; and once faults end, the front is live and as the database.

/** How long a save waits for a front, in milliseconds. */
const TIMEOUT = 200;

class World {
  readonly database = new ModelDatabase();
  front = new ModelFront();
  cms!: ModelCms;
  /** How often the front was late. */
  late = 0;
  readonly #slow: Slow;
  #server: FeedServer | undefined;
  #socket = '';
  /** Saves that have not returned. */
  readonly saving = new Set<Promise<void>>();
  readonly #saved: Promise<void>[] = [];
  readonly #epochs: Epoch[] = [];

  constructor(slow: Slow) {
    this.#slow = slow;
  }

  async begin(): Promise<void> {
    for (const id of [1, 2]) this.database.commit(id, `Αρχικός ${id}`);
    this.database.catchUp();
    await this.startCms();
  }

  async startCms(): Promise<void> {
    this.#server?.close();
    const cms = new ModelCms(this.database, this.#slow);
    this.cms = cms;
    const epoch = (said: Epoch | undefined) => {
      if (said !== undefined && cms === this.cms && said !== latest) this.#epochs.push(said);
      latest = said ?? latest;
    };
    let latest: Epoch | undefined;
    cms.follow({ epoch, changed: async () => {} });
    this.#server = new FeedServer(cms, { timeout: TIMEOUT, onLate: () => this.late++ });
    this.#socket = join(await freshFolder(), 'feed');
    await this.#server.listen(this.#socket);
    this.front.follow(this.#socket);
  }

  async restart(): Promise<void> {
    const before = this.front;
    before.end();
    this.front = new ModelFront(await before.model.snapshot());
    this.front.follow(this.#socket);
  }

  /** When it returns, the front shows it, or a later state, if it has followed all the time. */
  save(id: number, title: string | null, isOwn: boolean): void {
    const { cms, front, late } = this;
    const heard = front.hears && front.model.status().loaded;
    const isTold = isOwn || !cms.isAway;
    const { at, shown } = cms.write(id, title, { isOwn });
    const saved = shown.then(() => {
      const since = this.database.kept.filter((write) => write.id === id && write.at >= at);
      const isKept = since.some((write) => write.at === at);
      // A front that is late has lost its feed.
      if (!isTold || !isKept || cms !== this.cms || late !== this.late) return;
      if (!heard || front !== this.front || !front.hears) return;
      const titles = since.map((write) => write.title);
      expect(titles, `document ${id} after its save`).toContain(front.titles()?.get(id) ?? null);
    });
    this.saving.add(saved);
    void saved.catch(() => {}).finally(() => this.saving.delete(saved));
    this.#saved.push(saved);
  }

  /** The front hears of it a moment later. */
  async lose(): Promise<void> {
    this.cms.lose();
    await vi.waitFor(() => this.check(), { interval: 1 });
  }

  async writePast(id: number, title: string | null): Promise<void> {
    this.cms.writePast(id, title);
    await vi.waitFor(() => this.check(), { interval: 1 });
  }

  /** What holds at every moment. */
  check(): void {
    const { front } = this;
    const titles = front.titles();
    for (const [id, title] of titles ?? []) {
      expect(this.database.kept).toContainEqual({ at: expect.any(Number), id, title });
    }
    const { state } = front.model.status();
    if (state !== 'loading') expect(titles?.size).toBeGreaterThan(0);
    if (this.cms.isAway && !front.wasStalled) expect(state, 'while the database is away').not.toBe('live');
    const isQuiet = this.saving.size === 0 && !front.wasStalled;
    if (state === 'live' && isQuiet) this.expectTrue();
    expect(new Set(this.#epochs).size).toBe(this.#epochs.length);
  }

  expectTrue(): void {
    const sorted = (titles: Map<number, string> | undefined) => new Map([...(titles ?? [])].toSorted());
    expect(sorted(this.front.titles())).toEqual(sorted(this.database.titles()));
  }

  async heal(): Promise<void> {
    this.database.catchUp();
    await this.cms.find('anew');
    this.front.mend();
    await Promise.all(this.#saved);
    const healed = () => {
      expect(this.front.model.status().state).toBe('live');
      this.expectTrue();
    };
    await vi.waitFor(healed, { timeout: 20_000, interval: 5 });
  }

  async end(): Promise<void> {
    this.front.end();
    this.#server?.close();
  }
}

type Step = (world: World) => void | Promise<void>;
const named = (name: string, step: Step): Step => Object.assign(step, { toString: () => name });
const document = fc.tuple(
  fc.integer({ min: 2, max: 4 }),
  fc.option(fc.constantFrom('α', 'β', 'γ'), { freq: 3 }),
);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(document, fc.boolean())
      .map(([[id, title], isOwn]) =>
        named(`save ${id} ${title} ${isOwn}`, (world) => world.save(id, title, isOwn)),
      ),
  },
  document.map(([id, title]) => named(`write past ${id} ${title}`, (world) => world.writePast(id, title))),
  fc.constant(named('lag', ({ database }) => database.lag())),
  fc.constant(named('catch up', ({ database }) => database.catchUp())),
  fc.constant(named('fail over', ({ database }) => database.failOver())),
  fc.constant(named('lose', (world) => world.lose())),
  fc
    .constantFrom('told' as const, 'anew' as const)
    .map((how) => named(`find ${how}`, (world) => world.cms.find(how))),
  fc.constant(
    named('what is written cannot be read', ({ cms }) => {
      cms.unreadable = 1;
    }),
  ),
  fc.constant(named('kill the cms', (world) => world.startCms())),
  fc.constant(named('restart', (world) => world.restart())),
  fc.constant(named('break', ({ front }) => front.break())),
  fc.constant(named('stall', ({ front }) => front.stall())),
  fc.constant(named('mend', ({ front }) => front.mend())),
  fc.integer({ min: 0, max: 3 }).map((batch) =>
    named(`a load fails at ${batch}`, ({ cms }) => {
      cms.failsAt = batch;
    }),
  ),
);
/** Milliseconds between steps. */
const pause = fc.constantFrom(0, 0, 0, 5, 20);
const slow: fc.Arbitrary<Slow> = fc.constantFrom(
  { read: 0, load: 0 },
  { read: 30, load: 0 },
  { read: 0, load: 20 },
);
const histories = fc.array(fc.tuple(steps, pause), { maxLength: 20 });

describe.each([1, 2, 3, 4])('a cms and a front, %i', { concurrent: true }, () => {
  it('show what is saved, nothing else, and heal', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(slow, histories, async (each, history) => {
        const world = new World(each);
        await world.begin();
        try {
          for (const [step, wait] of history) {
            await step(world);
            if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
            else await new Promise(setImmediate);
            world.check();
          }
          await world.heal();
          expect(world.cms.loads).toBeLessThan(20 + 4 * history.length);
        } finally {
          await world.end();
        }
      }),
      { numRuns: 50 },
    );
  });
});

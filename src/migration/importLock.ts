import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BasePayload, Where } from 'payload';
import { InTurn } from '../../endpoints/read-model/index.ts';

const COLLECTION = 'portal-imports';
const KEY = 'lock';

/** How often an import says that it is alive, and how long its silence means that it is not, in milliseconds. */
export interface LockTimes {
  beat: number;
  silence: number;
}

const TIMES: LockTimes = { beat: 3_000, silence: 15_000 };

/** Another import is at work on this database. */
export class ImportRunning extends Error {
  constructor({ host, pid, since }: Owner) {
    super(
      `Another import is running on this database: process ${pid} on ${host}, since ${since}. ` +
        'Wait for its end, then start again.',
    );
    this.name = 'ImportRunning';
  }
}

/** Locks that this process holds. */
const heldHere = new Set<string>();

interface Owner {
  id: string;
  host: string;
  pid: number;
  since: string;
  beats: number;
}

/** The right to be the one import on a database. */
export interface ImportLock {
  /** Throws when another import has taken over, which happens only to one that was asleep for long. */
  check(): void;
  release(): Promise<void>;
}

/**
 * Takes the lock. One that was left by a process that is gone is taken over: at once if that process ran on this machine,
 * else when it has been silent for a while.
 * @throws ImportRunning
 */
export async function takeLock(payload: BasePayload, times: LockTimes = TIMES): Promise<ImportLock> {
  const mine: Owner = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    since: new Date().toISOString(),
    beats: 0,
  };
  while (!(await tryToCreate(payload, mine))) {
    const left = await read(payload);
    if (left === undefined) continue;
    const owner: Owner = JSON.parse(left);
    if (heldHere.has(owner.id)) throw new ImportRunning(owner);
    if (!isGone(owner)) await refuseIfAlive(payload, left, times);
    await payload.db.deleteOne({ collection: COLLECTION, where: held(left), returning: false });
  }
  return new HeldLock(payload, mine, times);
}

class HeldLock implements ImportLock {
  readonly #payload: BasePayload;
  readonly #timer: NodeJS.Timeout;
  #owner: Owner;
  #lost = false;
  /** What it writes comes one after the other. */
  readonly #turns = new InTurn();

  constructor(payload: BasePayload, owner: Owner, { beat }: LockTimes) {
    this.#payload = payload;
    this.#owner = owner;
    heldHere.add(owner.id);
    this.#timer = setInterval(() => void this.#turns.run(() => this.#beat()), beat);
    this.#timer.unref();
  }

  async #beat(): Promise<void> {
    const next = { ...this.#owner, beats: this.#owner.beats + 1 };
    try {
      const updated = await this.#payload.db.updateOne({
        collection: COLLECTION,
        where: held(JSON.stringify(this.#owner)),
        data: { fingerprint: JSON.stringify(next) },
      });
      if (updated) this.#owner = next;
      else this.#lost = true;
    } catch {
      // A database that is away: the import itself will say so, or the next beat succeeds.
    }
  }

  check(): void {
    if (this.#lost) throw new Error('Another import has taken over on this database; this one stops.');
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    heldHere.delete(this.#owner.id);
    await this.#turns.run(() => {
      const where = held(JSON.stringify(this.#owner));
      return this.#payload.db.deleteOne({ collection: COLLECTION, where, returning: false });
    });
  }
}

const held = (fingerprint: string): Where => ({
  and: [{ key: { equals: KEY } }, { fingerprint: { equals: fingerprint } }],
});

async function tryToCreate(payload: BasePayload, owner: Owner): Promise<boolean> {
  try {
    const data = { key: KEY, fingerprint: JSON.stringify(owner) };
    await payload.db.create({ collection: COLLECTION, data, returning: false });
    return true;
  } catch (error) {
    // Payload says it in this way that the key, which is unique, is taken.
    if (error instanceof Error && error.name === 'ValidationError') return false;
    throw error;
  }
}

async function read(payload: BasePayload): Promise<string | undefined> {
  const row = await payload.db.findOne<{ id: string; fingerprint: string }>({
    collection: COLLECTION,
    where: { key: { equals: KEY } },
  });
  return row?.fingerprint;
}

/** True for a process of this machine that does not exist any more; its number may have come to be our own. */
function isGone({ host, pid, id }: Owner): boolean {
  if (host !== hostname()) return false;
  if (pid === process.pid) return !heldHere.has(id);
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function refuseIfAlive(
  payload: BasePayload,
  left: string,
  { beat, silence }: LockTimes,
): Promise<void> {
  for (let waited = 0; waited < silence; waited += beat / 2) {
    await sleep(beat / 2);
    const now = await read(payload);
    if (now === undefined) return;
    if (now !== left) throw new ImportRunning(JSON.parse(now));
  }
}

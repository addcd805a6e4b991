import { hostname } from 'node:os';
import type { BasePayload } from 'payload';
import { LOCK, SILENCE } from '../../../collections/ImportRuns.ts';
import { OperatorError } from '../../system/logging/OperatorError.ts';
import { isRunning } from '../../system/processes.ts';

/** Who imports, since when, and the last sign of life: one row of `portal-imports`. */
interface Owner {
  host: string;
  pid: number;
  since: string;
  seen: string;
}

/** Another import is at work on this database. */
export class ImportRunning extends OperatorError {
  override readonly name = 'ImportRunning';

  constructor({ host, pid, since }: Owner, free: number) {
    super(
      `Another import is running on this database: process ${pid} on ${host}, since ${since}. ` +
        `Wait for its end, then start again. If it was killed, the database is free in ${Math.ceil(free / 1000)} seconds.`,
    );
  }
}

/** The right to be the one import on a database. */
export interface ImportLock {
  /** Throws when another import has taken over, which happens only to one that was asleep for long. */
  check(): void;
  release(): Promise<void>;
}

/** How often an import gives a sign of life, and how long after the last one it is taken over, in milliseconds. */
const TIMES = { sign: 3_000, silence: SILENCE };

const collection = 'portal-imports';

/** Since when imports of this process have had the lock. */
const heldHere = new Set<string>();

/**
 * Takes the lock. One whose import is gone is taken over: at once where its process ran on this machine, else after a minute
 * without a sign of life.
 * @throws ImportRunning
 */
export async function takeLock(payload: BasePayload, times = TIMES): Promise<ImportLock> {
  const where = { key: { equals: LOCK } };
  const left = await payload.db.findOne<{ id: string; fingerprint: string }>({ collection, where });
  if (left) {
    const owner: Owner = JSON.parse(left.fingerprint);
    if (!isGone(owner)) {
      const free = Date.parse(owner.seen) + times.silence - Date.now();
      if (free > 0) throw new ImportRunning(owner, free);
      payload.logger.error(takenOver(owner));
    }
    await payload.db.deleteOne({ collection, where: rowOf(left.fingerprint), returning: false });
  }
  const since = new Date().toISOString();
  const owner: Owner = { host: hostname(), pid: process.pid, since, seen: since };
  try {
    const data = { key: LOCK, fingerprint: JSON.stringify(owner) };
    await payload.db.create({ collection, data, returning: false });
  } catch (error) {
    // The key is unique: another import was quicker.
    if (error instanceof Error && error.name === 'ValidationError') return takeLock(payload, times);
    throw error;
  }
  return hold(payload, owner, times.sign);
}

function hold(payload: BasePayload, owner: Owner, every: number): ImportLock {
  /** As the row may be: the answer to a sign may have been lost. */
  let rows = [JSON.stringify(owner)];
  let isLost = false;
  let isAway = false;
  let signing = Promise.resolve();

  async function giveSign(): Promise<void> {
    const next = JSON.stringify({ ...owner, seen: new Date().toISOString() });
    try {
      const data = { fingerprint: next };
      if (await payload.db.updateOne({ collection, where: rowOf(...rows), data })) rows = [next];
      else isLost = true;
      if (isAway) payload.logger.error('The database answers again: the import goes on.');
      isAway = false;
    } catch (error) {
      rows.push(next);
      if (!isAway)
        payload.logger.error(`The database does not answer (${messageOf(error)}): the import waits for it.`);
      isAway = true;
    }
  }
  const timer = setInterval(() => {
    signing = signing.then(giveSign);
  }, every).unref();
  heldHere.add(owner.since);

  return {
    check() {
      if (isLost) throw new Error('Another import has taken over on this database; this one stops.');
    },
    async release() {
      clearInterval(timer);
      heldHere.delete(owner.since);
      await signing;
      await payload.db.deleteOne({ collection, where: rowOf(...rows), returning: false });
    },
  };
}

const rowOf = (...fingerprints: string[]) => ({ key: { equals: LOCK }, fingerprint: { in: fingerprints } });

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const takenOver = ({ host, pid, since }: Owner) =>
  `The import of process ${pid} on ${host}, which began ${since}, has given no sign of life for a minute: it is taken over.`;

/** True for a process of this machine that does not exist any more; its number may have come to be our own. */
function isGone({ host, pid, since }: Owner): boolean {
  if (host !== hostname()) return false;
  if (pid === process.pid) return !heldHere.has(since);
  return !isRunning(pid);
}

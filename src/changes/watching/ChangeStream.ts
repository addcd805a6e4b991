import { setImmediate, setTimeout } from 'node:timers/promises';
import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { Kind } from '../../../endpoints/lists/index.ts';
import { Backoff } from '../../../endpoints/read-model/index.ts';
import { SETTINGS } from '../reader.ts';
import type { Horizon, Moment, ReplicaSet } from './replicaSet.ts';
import { SILENCE, type Touched, type Watch, type WatchListener } from './watch.ts';

/** A stream that has been silent for so long is given up, in milliseconds: its connection may be dead, and not say so. */
const GIVEN_UP = 10_000;

/** How often that is checked, in milliseconds. */
const CHECK = 500;

/** How long nothing has been heard of a stream. */
class Silence {
  readonly #onSilence: () => void;
  #heard = performance.now();

  constructor(onSilence: () => void) {
    this.#onSilence = onSilence;
  }

  end(): void {
    this.#heard = performance.now();
  }

  /** Rejects when the stream is to be given up; resolves when it is over. */
  async tooLong(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await setTimeout(CHECK, undefined, { signal: over, ref: false }).catch(() => {});
      // After what has come in meanwhile, so that a busy process is not taken for a silent database.
      await setImmediate();
      const silence = performance.now() - this.#heard;
      if (over.aborted || silence < SILENCE) continue;
      this.#onSilence();
      if (silence > GIVEN_UP) throw new Error('The change stream was silent for too long.');
    }
  }
}

/** InvalidResumeToken, ChangeStreamFatalError, ChangeStreamHistoryLost. */
const GONE = new Set([260, 280, 286]);

/** The stream cannot go on from where it was. */
class PlaceGone extends Error {}

interface ServerError {
  code?: unknown;
  hasErrorLabel?(label: string): boolean;
}

/** Whether the stream cannot go on from where it was. */
function isGone(error: unknown): boolean {
  if (error instanceof PlaceGone) return true;
  const { code, hasErrorLabel } = error as ServerError;
  return (
    GONE.has(Number(code)) ||
    Boolean(hasErrorLabel?.call(error, 'NonResumableChangeStreamError')) ||
    // The driver's own words for a stream that the database has ended.
    /ChangeStream is closed/.test(String((error as Error).message))
  );
}

/** Whether the database itself has said no, and not because its members are changing places. */
export function isRefusal(error: unknown): boolean {
  const { code, hasErrorLabel } = error as ServerError;
  return typeof code === 'number' && !hasErrorLabel?.call(error, 'ResumableChangeStreamError');
}

/** An idle stream answers this often, in milliseconds: that is how one knows that it lives. */
const HEARTBEAT = 1000;

/** Changes are gathered for so long, in milliseconds, so that many small writes make few reads. */
const GATHER = 10;

/** Between attempts to open a stream, in milliseconds. */
const PAUSE = { first: 100, longest: 5000 };

/** How often the database may refuse to go on from a place before that place counts as gone. */
const REFUSALS = 3;

const WRITES = ['insert', 'update', 'replace', 'delete'];

interface ChangeEvent {
  operationType: string;
  ns?: { coll?: string };
  documentKey?: { _id: unknown };
  clusterTime?: Moment;
}

type Place = { startAtOperationTime: Moment } | { resumeAfter: unknown };

export interface ChangeStreamOptions {
  kinds: readonly Kind[];
  /** The slug of the collection that holds the documents of a kind. */
  slugOf(kind: Kind): string;
  models: Pick<MongooseAdapter, 'collections' | 'globals'>;
  horizon: Horizon;
}

/**
 * Hears of writes through one change stream over the collections of the kinds and the settings. It goes on after the
 * last change it heard of, however long the database was away; if that place is gone, a new epoch begins.
 */
export class ChangeStream implements Watch {
  readonly #set: ReplicaSet;
  readonly #listener: WatchListener;
  readonly #horizon: Horizon;
  /** By the name of a collection in the database. */
  readonly #kindOf: Map<string, Kind>;
  #ending: AbortSignal = AbortSignal.abort();
  #end = () => {};
  #place: Place | undefined;
  #isHealthy = true;
  #gathered: Touched[] = [];
  #gathering: NodeJS.Timeout | undefined;
  /** Resolves when the listener has been told of all that was gathered. */
  #telling: Promise<void> = Promise.resolve();

  constructor(
    set: ReplicaSet,
    { kinds, models, slugOf, horizon }: ChangeStreamOptions,
    listener: WatchListener,
  ) {
    this.#set = set;
    this.#listener = listener;
    this.#horizon = horizon;
    this.#kindOf = new Map(
      kinds.flatMap((kind) => {
        const name = models.collections[slugOf(kind)]?.collection.name;
        return name ? [[name, kind]] : [];
      }),
    );
    this.#kindOf.set(models.globals.collection.name, SETTINGS);
  }

  start(): void {
    if (!this.#ending.aborted) return;
    const ending = new AbortController();
    this.#ending = ending.signal;
    this.#end = () => ending.abort();
    void this.#run(ending.signal);
  }

  stop(): void {
    this.#end();
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#gathered = [];
    this.#telling = Promise.resolve();
  }

  published(): void {}

  #setHears(value: boolean, reason?: unknown): void {
    this.#isHealthy = value;
    this.#listener.setHealthy(value, reason);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(PAUSE.first);
    let refusals = 0;
    let hasBegun = false;
    while (!signal.aborted) {
      try {
        if (!hasBegun) this.#place = await this.#now();
        await this.#listen(signal, () => {
          backoff.reset();
          refusals = 0;
          if (!hasBegun) this.#begin();
          hasBegun = true;
        });
      } catch (error) {
        if (signal.aborted) return;
        refusals = isRefusal(error) ? refusals + 1 : 0;
        if (isGone(error) || refusals >= REFUSALS) hasBegun = false;
        this.#setHears(false, error);
      }
      const pause = backoff.fail(PAUSE.longest);
      await setTimeout(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #now(): Promise<Place> {
    const startAtOperationTime = await this.#set.now();
    this.#horizon.heard(startAtOperationTime);
    return { startAtOperationTime };
  }

  #begin(): void {
    this.#isHealthy = true;
    this.#listener.begun();
  }

  /** Listens until the stream fails, is silent for too long, or is ended. */
  async #listen(signal: AbortSignal, opened: () => void): Promise<void> {
    const stream = this.#set.database.watch(this.#pipeline(), { ...this.#place, maxAwaitTimeMS: HEARTBEAT });
    const over = new AbortController();
    const silence = new Silence(() => {
      this.#setHears(false, new Error('Nothing was heard of the database for a while.'));
    });
    const onStop = () => over.abort();
    signal.addEventListener('abort', onStop);
    try {
      await Promise.race([
        this.#hear(stream, over.signal, () => {
          silence.end();
          opened();
        }),
        silence.tooLong(over.signal),
      ]);
    } finally {
      over.abort();
      signal.removeEventListener('abort', onStop);
      // Its connection may be dead: nobody waits for it.
      stream.close().catch(() => {});
    }
  }

  async #hear(
    stream: ReturnType<ReplicaSet['database']['watch']>,
    over: AbortSignal,
    heard: () => void,
  ): Promise<void> {
    for (;;) {
      const event = (await stream.tryNext()) as ChangeEvent | null;
      if (over.aborted) return;
      heard();
      if (event) this.#take(event);
      this.#place = { resumeAfter: stream.resumeToken };
      if (this.#isHealthy || event) continue;
      // All that was written meanwhile has come.
      await this.#tell();
      if (over.aborted) return;
      this.#setHears(true);
    }
  }

  #take({ operationType, ns, documentKey, clusterTime: at }: ChangeEvent): void {
    if (!WRITES.includes(operationType)) throw new PlaceGone(`There was a ${operationType} in the database.`);
    const kind = this.#kindOf.get(ns?.coll ?? '');
    if (!kind) return;
    const id = kind === SETTINGS ? '' : String(documentKey?._id);
    this.#gathered.push({ kind, id });
    this.#horizon.heard(at);
    this.#gathering ??= globalThis.setTimeout(() => this.#tell(), GATHER);
  }

  #tell(): Promise<void> {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const touched = this.#gathered;
    this.#gathered = [];
    this.#telling = Promise.all([this.#telling, this.#listener.written(touched)]).then(() => {});
    return this.#telling;
  }

  #pipeline(): object[] {
    const names = [...this.#kindOf.keys()];
    return [
      {
        $match: {
          $or: [
            { 'ns.coll': { $in: names } },
            { 'to.coll': { $in: names } },
            { operationType: { $in: ['dropDatabase', 'invalidate'] } },
          ],
        },
      },
      // What was written is read from the collection, on majority read concern.
      { $project: { operationType: 1, ns: 1, documentKey: 1, clusterTime: 1 } },
    ];
  }
}

import { setTimeout } from 'node:timers/promises';
import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { Kind } from '../../../endpoints/lists/index.ts';
import { SETTINGS } from '../reader.ts';
import { later, type Moment, type ReplicaSet } from './replicaSet.ts';
import { SILENCE, type Touched, type Watch, type WatchListener } from './watch.ts';

/** An idle stream answers this often, in milliseconds: that is how one knows that it lives. */
const HEARTBEAT = 1000;
/** A stream that has been silent for so long is given up, in milliseconds: its connection may be dead, and not say so. */
const GIVEN_UP = 10_000;
/** Changes are gathered for so long, in milliseconds, so that many small writes make few reads. */
const GATHER = 10;
/** Between attempts to open a stream, in milliseconds. */
const PAUSE = { first: 100, longest: 5000 };
/** How often the database may refuse to go on from a place before that place counts as gone. */
const REFUSALS = 3;
/** InvalidResumeToken, ChangeStreamFatalError, ChangeStreamHistoryLost. */
const GONE = new Set([260, 280, 286]);

const WRITES = ['insert', 'update', 'replace', 'delete'];

interface ChangeEvent {
  operationType: string;
  ns?: { coll?: string };
  documentKey?: { _id: unknown };
  clusterTime?: Moment;
}

type Place = { startAtOperationTime: Moment } | { resumeAfter: unknown };

/** The stream cannot go on from where it was. */
class PlaceGone extends Error {}

export interface ChangeStreamOptions {
  kinds: readonly Kind[];
  /** The slug of the collection that holds the documents of a kind. */
  slugOf(kind: Kind): string;
  models: Pick<MongooseAdapter, 'collections' | 'globals'>;
}

/**
 * Hears of writes through one change stream over the collections of the kinds and the settings. It goes on after the
 * last change it heard of, however long the database was away; if that place is gone, it begins anew and everything is
 * lost.
 */
export function changeStream(
  set: ReplicaSet,
  { kinds, models, slugOf }: ChangeStreamOptions,
  listener: WatchListener,
): Watch {
  const kindOf = new Map<string, Kind>(
    kinds.flatMap((kind) => {
      const name = models.collections[slugOf(kind)]?.collection.name;
      return name ? [[name, kind]] : [];
    }),
  );
  kindOf.set(models.globals.collection.name, SETTINGS);
  const names = [...kindOf.keys()];
  const pipeline = [
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

  let ending = new AbortController();
  ending.abort();
  let place: Promise<Place> | undefined;
  /** Where the stream began: a load that follows sees everything up to here. */
  let began: Moment | undefined;
  /** What a load has to see at least. */
  let reached: Moment | undefined;
  let isCurrent = true;
  let heard = 0;
  let gathered: Touched[] = [];
  let gathering: NodeJS.Timeout | undefined;
  /** Resolves when all that has been gathered so far is told on. */
  let telling: Promise<void> = Promise.resolve();

  function setCurrent(value: boolean, reason?: unknown): void {
    if (isCurrent === value) return;
    isCurrent = value;
    listener.current(value, reason);
  }

  async function fromNow(): Promise<Place> {
    const now = await set.now();
    began = now;
    reached = later(reached, now);
    return { startAtOperationTime: now };
  }

  function begin(): Promise<Place> {
    place ??= fromNow().catch((error: unknown) => {
      place = undefined;
      throw error;
    });
    return place;
  }

  function take({ operationType, ns, documentKey, clusterTime: at }: ChangeEvent): void {
    if (!WRITES.includes(operationType)) throw new PlaceGone(`There was a ${operationType} in the database.`);
    const kind = kindOf.get(ns?.coll ?? '');
    if (!kind || (at && began?.greaterThanOrEqual(at))) return;
    const id = kind === SETTINGS ? '' : String(documentKey?._id);
    gathered.push({ kind, id, ...(at && { at }) });
    reached = later(reached, at);
    gathering ??= globalThis.setTimeout(tell, GATHER);
  }

  function tell(): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    const touched = gathered;
    gathered = [];
    telling = Promise.all([telling, listener.found(touched)]).then(() => {});
    return telling;
  }

  /** Listens until the stream fails or is given up. */
  async function listen(from: Place, signal: AbortSignal, opened: () => void): Promise<void> {
    const stream = set.database.watch(pipeline, { ...from, maxAwaitTimeMS: HEARTBEAT });
    let over = false;
    heard = performance.now();

    async function hear(): Promise<void> {
      /** What has to be heard of until all is known that was written meanwhile. */
      let missed: Moment | undefined;
      for (;;) {
        const event = (await stream.tryNext()) as ChangeEvent | null;
        if (over) return;
        heard = performance.now();
        opened();
        if (event) take(event);
        place = Promise.resolve({ resumeAfter: stream.resumeToken });
        if (isCurrent) continue;
        if (event) missed ??= await set.now();
        if (event?.clusterTime && missed?.greaterThan(event.clusterTime)) continue;
        missed = undefined;
        await tell();
        if (over) return;
        setCurrent(true);
      }
    }

    let checking: NodeJS.Timeout | undefined;
    let onStop = () => {};
    const givenUp = new Promise<void>((resolve, reject) => {
      onStop = resolve;
      // Checked after what has come in meanwhile, so that a busy process is not taken for a silent database.
      checking = setInterval(() => setImmediate(check), 500);
      checking.unref();
      function check(): void {
        const silence = performance.now() - heard;
        if (over || silence < SILENCE) return;
        setCurrent(false, new Error('Nothing was heard of the database for a while.'));
        if (silence > GIVEN_UP) reject(new Error('The change stream was silent for too long.'));
      }
    });
    signal.addEventListener('abort', onStop);
    try {
      await Promise.race([hear(), givenUp]);
    } finally {
      over = true;
      signal.removeEventListener('abort', onStop);
      clearInterval(checking);
      // Its connection may be dead: nobody waits for it.
      stream.close().catch(() => {});
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    let pause = PAUSE.first;
    let refusals = 0;
    let placeGone = false;
    while (!signal.aborted) {
      try {
        if (placeGone) place = undefined;
        await listen(await begin(), signal, () => {
          pause = PAUSE.first;
          refusals = 0;
          if (placeGone) listener.lost();
          placeGone = false;
        });
      } catch (error) {
        if (signal.aborted) return;
        refusals = isRefusal(error) ? refusals + 1 : 0;
        if (isGone(error) || refusals >= REFUSALS) placeGone = true;
        setCurrent(false, error);
      }
      await setTimeout(pause, undefined, { signal, ref: false }).catch(() => {});
      pause = Math.min(2 * pause, PAUSE.longest);
    }
  }

  return {
    start() {
      if (!ending.signal.aborted) return;
      ending = new AbortController();
      isCurrent = true;
      void run(ending.signal);
    },
    stop() {
      ending.abort();
      clearTimeout(gathering);
      gathering = undefined;
      gathered = [];
      telling = Promise.resolve();
      place = undefined;
    },
    async rebase() {
      await begin();
      return reached;
    },
    saw() {},
  };
}

interface ServerError {
  code?: unknown;
  hasErrorLabel?(label: string): boolean;
}

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

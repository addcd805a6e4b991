import { gunzipSync, gzipSync } from 'node:zlib';
import type { BasePayload } from 'payload';
import type { RawDocument } from '../../../collections/portal/RawDocument.ts';
import type { FoundSettings } from '../discover/index.ts';
import type { Here, HereDocument, Id, LedgerEntry, Operation } from '../plan/index.ts';
import { slugOfKind } from './collections.ts';
import { newestVersions } from './readContents.ts';
import { withRetry } from './retry.ts';

const collection = 'portal-imports';
const PREFIX = 'undo';

/** So many documents are read at once. */
const BATCH = 100;
/** Of JSON in a row, in characters, about. */
const MOST = 1_000_000;

/** What a document was before a run touched it. */
export interface Trace {
  kind: string;
  key: string;
  /** What was noted of it. */
  entry: LedgerEntry | null;
  /** The run made it. */
  isNew?: true;
  /** Where it stood, if it has been moved alone. */
  position?: number | null;
  /** Whether the run put it into its list. */
  listed?: boolean;
  /** As it was stored. */
  main?: RawDocument;
  /** Its newer draft, likewise. */
  draft?: RawDocument;
  /** The one before it is of a write that was not carried out, since an editor was quicker: it does not count. */
  isAgain?: true;
}

/** What a run may have touched, as it was. */
export interface Traces {
  documents: Trace[];
  /** Addresses of images that were made. */
  images: string[];
  settings: Record<string, { was: unknown; wrote: unknown }>;
  /** Null where there were none. */
  findings?: FoundSettings | null;
}

/**
 * Keeps what operations are going to change, before they do: so all of it can be taken back, wherever an import is killed. Of
 * what is kept twice, the first counts.
 * @param settings that are stored besides
 * @param again keys of documents whose last trace is of a write that was not carried out
 */
export async function keepTraces(
  payload: BasePayload,
  run: Id,
  {
    operations,
    here,
    again,
    settings,
  }: {
    operations: readonly Operation[];
    here: Here;
    again: ReadonlySet<string>;
    settings: Record<string, unknown>;
  },
): Promise<void> {
  const { documents, whole, ...others } = tracesOf(
    [...operations, { do: 'set', values: settings }],
    here,
    again,
  );
  const rows = new Rows(payload, run, (await rowKeys(payload, run)).length);
  if (others.images.length + Object.keys(others.settings).length > 0 || others.findings !== undefined)
    await rows.write(JSON.stringify({ ...others, documents: [] } satisfies Traces));
  for (const trace of documents) await rows.add(trace);
  for (let from = 0; from < whole.length; from += BATCH) {
    for (const trace of await filled(payload, whole.slice(from, from + BATCH))) await rows.add(trace);
  }
  await rows.flush();
}

/** What has to be read of the database besides is among `whole`. */
function tracesOf(operations: readonly Operation[], here: Here, again: ReadonlySet<string>) {
  const known = new Map(here.documents.map((each) => [each.key, each]));
  const byId = new Map(here.documents.map((each) => [`${each.kind} ${each.id}`, each]));
  const traces = new Map<string, Trace>();
  const whole: { trace: Trace; id: Id }[] = [];
  const others: Omit<Traces, 'documents'> = { images: [], settings: {} };
  const traceOf = (kind: string, key: string): Trace => {
    const entry = known.get(key)?.entry ?? null;
    const trace = traces.get(key) ?? { kind, key, entry, ...(again.has(key) && { isAgain: true }) };
    traces.set(key, trace);
    return trace;
  };
  for (const operation of operations) {
    if (operation.do === 'write') {
      const trace = traceOf(operation.kind, operation.key);
      if (operation.values.listed !== undefined) trace.listed = operation.values.listed;
      if (operation.here && !operation.here.isBegun) whole.push({ trace, id: operation.here.id });
      else trace.isNew = true;
    } else if (operation.do === 'withdraw') {
      whole.push({ trace: traceOf(operation.kind, operation.key), id: operation.here });
    } else if (operation.do === 'move') {
      const moved: HereDocument | undefined = byId.get(`${operation.kind} ${operation.here}`);
      if (moved) traceOf(moved.kind, moved.key).position = moved.position;
    } else if (operation.do === 'note') {
      const kind = operation.key.slice(0, operation.key.indexOf(':'));
      traceOf(kind, operation.key);
    } else if (operation.do === 'image') others.images.push(operation.url);
    else if (operation.do === 'set') {
      for (const [name, wrote] of Object.entries(operation.values))
        others.settings[name] = { was: here.settings[name] ?? null, wrote };
    } else if (operation.do === 'remember') others.findings = here.findings ?? null;
  }
  const isRead = new Set(whole.map(({ trace }) => trace));
  return { documents: [...traces.values()].filter((each) => !isRead.has(each)), whole, ...others };
}

async function filled(payload: BasePayload, batch: { trace: Trace; id: Id }[]): Promise<Trace[]> {
  for (const kind of new Set(batch.map(({ trace }) => trace.kind))) {
    const ofKind = batch.filter(({ trace }) => trace.kind === kind);
    const ids = ofKind.map(({ id }) => id);
    const options = { where: { id: { in: ids } }, joins: false, limit: 0, pagination: false } as const;
    const { docs } = await payload.db.find<RawDocument>({
      collection: slugOfKind(payload, kind),
      ...options,
    });
    const mains = new Map(docs.map((each) => [String(each.id), each]));
    const newest = await newestVersions(payload, kind, ids);
    for (const { trace, id } of ofKind) {
      const main = mains.get(String(id));
      const version = newest.get(String(id))?.version;
      if (main) trace.main = main;
      if (main && version?._status === 'draft' && main._status !== 'draft') trace.draft = version;
    }
  }
  return batch.map(({ trace }) => trace);
}

class Rows {
  readonly #payload: BasePayload;
  readonly #run: Id;
  #next: number;
  #open: string[] = [];
  #size = 0;

  constructor(payload: BasePayload, run: Id, next: number) {
    this.#payload = payload;
    this.#run = run;
    this.#next = next;
  }

  async add(trace: Trace): Promise<void> {
    const json = JSON.stringify(trace);
    this.#open.push(json);
    this.#size += json.length;
    if (this.#size > MOST) await this.flush();
  }

  async flush(): Promise<void> {
    const documents = this.#open;
    [this.#open, this.#size] = [[], 0];
    if (documents.length > 0)
      await this.write(`{"documents":[${documents.join()}],"images":[],"settings":{}}`);
  }

  async write(json: string): Promise<void> {
    // Compressed, it is below what MongoDB takes of one document.
    const fingerprint = gzipSync(json).toString('base64');
    // Again under another key: the first row may be there, and the same twice does no harm.
    await withRetry(this.#payload, () => {
      const key = `${PREFIX} ${this.#run} ${String(this.#next++).padStart(6, '0')}`;
      return this.#payload.db.create({ collection, data: { key, fingerprint }, returning: false });
    });
  }
}

/** Keys of the rows of a run, in their order. */
async function rowKeys(payload: BasePayload, run: Id): Promise<string[]> {
  const where = { key: { contains: `${PREFIX} ${run} ` } };
  const all = { select: { key: true as const }, limit: 0, pagination: false } as const;
  const { docs } = await payload.db.find<{ id: Id; key: string }>({ collection, where, ...all });
  return docs.map(({ key }) => key).sort();
}

/** What a run has kept, row by row. */
export async function* readTraces(
  payload: BasePayload,
  run: Id,
): AsyncGenerator<{ row: string; traces: Traces }> {
  for (const row of await rowKeys(payload, run)) yield { row, traces: await readRow(payload, row) };
}

/** What is in one row. */
export async function readRow(payload: BasePayload, row: string): Promise<Traces> {
  const where = { key: { equals: row } };
  const found = await payload.db.findOne<{ id: Id; fingerprint: string }>({ collection, where });
  if (!found) throw new Error(`What the import has kept is not whole: ${row} is missing.`);
  return JSON.parse(gunzipSync(Buffer.from(found.fingerprint, 'base64')).toString());
}

/** Forgets what a run has kept; what counts most last, so that it may be killed. */
export async function forgetTraces(payload: BasePayload, run: Id): Promise<void> {
  for (const row of (await rowKeys(payload, run)).reverse())
    await withRetry(payload, () =>
      payload.db.deleteOne({ collection, where: { key: { equals: row } }, returning: false }),
    );
}

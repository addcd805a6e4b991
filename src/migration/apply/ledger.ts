import type { BasePayload } from 'payload';
import type { FoundSettings } from '../discover/discoverSettings.ts';
import type { LedgerEntry } from '../plan/stored.ts';
import { withRetry } from './retry.ts';

const collection = 'portal-imports';
const FINDINGS = 'findings';
/** Of the rows that hold entries, newest last. */
const BATCH = 'batch ';

/** A row is written after so many entries; a killed import may lose the note of so many documents, which are then written again. */
const MAX_OPEN_ENTRIES = 25;
/** Entries in a row that stays. */
const ENTRIES_PER_ROW = 500;

/** What earlier imports have noted. A document without an entry was never finished. */
export interface LedgerEntries {
  entries: Map<string, LedgerEntry>;
  /** What the last finished import found out of the settings. */
  findings: FoundSettings | undefined;
}

interface Row {
  id: number | string;
  key: string;
  fingerprint: string;
}

async function rowsOf(payload: BasePayload): Promise<Row[]> {
  // The lock, among others, stands beside them.
  const where = { or: [{ key: { equals: FINDINGS } }, { key: { contains: BATCH } }] };
  const { docs } = await withRetry(payload, () =>
    payload.db.find<Row>({ collection, where, pagination: false, limit: 0 }),
  );
  const place = ({ key }: Row) => (key.startsWith(BATCH) ? Number(key.slice(BATCH.length)) : 0);
  return docs.sort((a, b) => place(a) - place(b));
}

/** What earlier imports have noted. */
export async function readLedger(payload: BasePayload): Promise<LedgerEntries> {
  return entriesIn(await rowsOf(payload));
}

function entriesIn(rows: Row[]): LedgerEntries {
  const notes: LedgerEntries = { entries: new Map(), findings: undefined };
  for (const { key, fingerprint } of rows) {
    const value = JSON.parse(fingerprint);
    if (key === FINDINGS) notes.findings = value;
    else {
      for (const [each, entry] of Object.entries<LedgerEntry>(value)) notes.entries.set(each, entry);
    }
  }
  return notes;
}

/** Keeps a value under a key of its own, in place of the one before. */
export async function keepRow({ db }: BasePayload, key: string, value: object): Promise<void> {
  const data = { key, fingerprint: JSON.stringify(value) };
  await db.upsert({ collection, data, where: { key: { equals: key } } });
}

/** Notes what is whole, many documents in one row. */
export class Ledger {
  readonly #payload: BasePayload;
  #next: number;
  #open: Record<string, LedgerEntry> = {};
  #hasWritten = false;

  private constructor(payload: BasePayload, next: number) {
    this.#payload = payload;
    this.#next = next;
  }

  static async open(payload: BasePayload): Promise<Ledger> {
    const keys = (await rowsOf(payload)).map(({ key }) => key).filter((key) => key.startsWith(BATCH));
    return new Ledger(payload, Math.max(0, ...keys.map((key) => Number(key.slice(BATCH.length)))) + 1);
  }

  /** Notes a document. Call it when the document is whole, never before: an import that is killed goes on from here. */
  async note(key: string, entry: LedgerEntry): Promise<void> {
    this.#open[key] = entry;
    if (Object.keys(this.#open).length >= MAX_OPEN_ENTRIES) await this.flush();
  }

  async flush(): Promise<void> {
    const entries = this.#open;
    this.#open = {};
    if (Object.keys(entries).length > 0) await this.#write(entries);
  }

  async #write(entries: Record<string, LedgerEntry>): Promise<void> {
    this.#hasWritten = true;
    const fingerprint = JSON.stringify(entries);
    // Again under another key: the first row may be there, and the same notes twice do no harm.
    await withRetry(this.#payload, () => {
      const data = { key: `${BATCH}${this.#next++}`, fingerprint };
      return this.#payload.db.create({ collection, data, returning: false });
    });
  }

  /** Notes what was found out. */
  remember(findings: FoundSettings): Promise<void> {
    return withRetry(this.#payload, () => keepRow(this.#payload, FINDINGS, findings));
  }

  /** Writes what is open, and all entries into few rows. */
  async close(): Promise<void> {
    await this.flush();
    if (!this.#hasWritten) return;
    const rows = (await rowsOf(this.#payload)).filter(({ key }) => key !== FINDINGS);
    const all = [...entriesIn(rows).entries];
    if (rows.length <= 2 + all.length / ENTRIES_PER_ROW) return;
    // The new rows first: a kill here leaves duplicate entries, which is harmless.
    for (let from = 0; from < all.length; from += ENTRIES_PER_ROW) {
      await this.#write(Object.fromEntries(all.slice(from, from + ENTRIES_PER_ROW)));
    }
    for (let from = 0; from < rows.length; from += ENTRIES_PER_ROW) {
      const keys = rows.slice(from, from + ENTRIES_PER_ROW).map(({ key }) => key);
      await withRetry(this.#payload, () =>
        this.#payload.db.deleteMany({ collection, where: { key: { in: keys } } }),
      );
    }
  }
}

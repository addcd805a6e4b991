import type { BasePayload } from 'payload';
import type { FoundSettings } from '../discover/discoverSettings.ts';
import type { LedgerEntry } from '../plan/here.ts';
import { withRetry } from './retry.ts';

const collection = 'portal-imports';
const FINDINGS = 'findings';
/** Of the rows that hold entries, newest last. A row of version 0.1 has one entry, and its key: that has a colon. */
const BATCH = 'batch ';

/** Entries in a row that is written while documents are: so many may be noted late by an import that is killed. */
const OPEN = 25;
/** Entries in a row that stays. */
const WHOLE = 500;

/** Notes of earlier imports. A document without an entry was never finished. */
export interface Notes {
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
  const where = {
    or: [{ key: { equals: FINDINGS } }, ...[':', BATCH].map((part) => ({ key: { contains: part } }))],
  };
  const { docs } = await withRetry(payload, () =>
    payload.db.find<Row>({ collection, where, pagination: false, limit: 0 }),
  );
  const place = ({ key }: Row) => (key.startsWith(BATCH) ? Number(key.slice(BATCH.length)) : 0);
  return docs.sort((a, b) => place(a) - place(b));
}

/** What earlier imports have noted. */
export async function readLedger(payload: BasePayload): Promise<Notes> {
  return notesIn(await rowsOf(payload));
}

function notesIn(rows: Row[]): Notes {
  const notes: Notes = { entries: new Map(), findings: undefined };
  for (const { key, fingerprint } of rows) {
    const value = JSON.parse(fingerprint);
    if (key === FINDINGS) notes.findings = value;
    else if (!key.startsWith(BATCH)) notes.entries.set(key, value);
    else {
      for (const [each, entry] of Object.entries(value as Record<string, LedgerEntry | null>)) {
        if (entry) notes.entries.set(each, entry);
        else notes.entries.delete(each);
      }
    }
  }
  return notes;
}

/** Notes what is whole, many documents in one row. */
export class Ledger {
  readonly #payload: BasePayload;
  #next: number;
  #open: Record<string, LedgerEntry | null> = {};
  #hasWritten = false;

  private constructor(payload: BasePayload, next: number) {
    this.#payload = payload;
    this.#next = next;
  }

  static async open(payload: BasePayload): Promise<Ledger> {
    const keys = (await rowsOf(payload)).map(({ key }) => key).filter((key) => key.startsWith(BATCH));
    return new Ledger(payload, Math.max(0, ...keys.map((key) => Number(key.slice(BATCH.length)))) + 1);
  }

  /** Notes a document, or forgets it. Call it when the document is whole, never before: an import that is killed goes on from here. */
  async note(key: string, entry: LedgerEntry | null): Promise<void> {
    this.#open[key] = entry;
    if (Object.keys(this.#open).length >= OPEN) await this.flush();
  }

  async flush(): Promise<void> {
    const entries = this.#open;
    this.#open = {};
    if (Object.keys(entries).length > 0) await this.#write(entries);
  }

  async #write(entries: Record<string, LedgerEntry | null>): Promise<void> {
    this.#hasWritten = true;
    const fingerprint = JSON.stringify(entries);
    // Again under another key: the first row may be there, and the same notes twice do no harm.
    await withRetry(this.#payload, () => {
      const data = { key: `${BATCH}${this.#next++}`, fingerprint };
      return this.#payload.db.create({ collection, data, returning: false });
    });
  }

  /** Notes what was found out. */
  async remember(findings: FoundSettings): Promise<void> {
    const where = { key: { equals: FINDINGS } };
    const fingerprint = JSON.stringify(findings);
    await withRetry(this.#payload, async () => {
      const { totalDocs } = await this.#payload.db.count({ collection, where });
      if (totalDocs > 0)
        await this.#payload.db.updateOne({ collection, where, data: { fingerprint }, returning: false });
      else
        await this.#payload.db.create({ collection, data: { key: FINDINGS, fingerprint }, returning: false });
    });
  }

  /** Writes what is open, and all entries into few rows. */
  async close(): Promise<void> {
    await this.flush();
    if (!this.#hasWritten) return;
    const rows = (await rowsOf(this.#payload)).filter(({ key }) => key !== FINDINGS);
    const all = [...notesIn(rows).entries];
    if (rows.length <= 2 + all.length / WHOLE) return;
    // The new rows first: whoever is killed here leaves the same notes twice.
    for (let from = 0; from < all.length; from += WHOLE) {
      await this.#write(Object.fromEntries(all.slice(from, from + WHOLE)));
    }
    for (let from = 0; from < rows.length; from += WHOLE) {
      const keys = rows.slice(from, from + WHOLE).map(({ key }) => key);
      await withRetry(this.#payload, () =>
        this.#payload.db.deleteMany({ collection, where: { key: { in: keys } } }),
      );
    }
  }
}

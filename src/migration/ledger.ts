import type { BasePayload } from 'payload';
import type { FoundSettings } from './discover/index.ts';

const COLLECTION = 'portal-imports';
/** No key of a document looks like these: those begin with a kind and a colon. */
const FINDINGS = 'findings';

/** What an import notes of a document once it is whole. */
export interface LedgerEntry {
  /** SHA-256 of the element's bytes in the source. */
  digest: string;
  /** SHA-256 of what other elements show of it. */
  shared: string;
  /** SHA-256 of the document alone: what it refers to goes in by name, not by content. */
  own: string;
  /**
   * SHA-256 of what was written of it: without what no editor types, and without references to what was not there. Older
   * versions did not note it.
   */
  written?: string;
  /** Whether it stood in its own list. */
  listed: boolean;
  /** The ranks of its links, in their order. */
  ranks?: number[];
}

/** By what a person tells an element from others. */
export interface Named {
  api_id: number;
  slug: unknown;
  title: unknown;
}

/** Notes of earlier imports. A document without an entry was never finished. */
export interface Ledger {
  entries: Map<string, LedgerEntry>;
  /** What the last finished import found out of the settings. */
  findings: FoundSettings | undefined;
}

interface Row {
  id: number | string;
  key: string;
  fingerprint: string;
}

export async function readLedger(payload: BasePayload): Promise<Ledger> {
  const { docs } = await payload.db.find<Row>({ collection: COLLECTION, pagination: false, limit: 0 });
  const ledger: Ledger = { entries: new Map(), findings: undefined };
  for (const { key, fingerprint } of docs) {
    if (key === FINDINGS) ledger.findings = JSON.parse(fingerprint);
    else if (key.includes(':')) ledger.entries.set(key, JSON.parse(fingerprint));
  }
  return ledger;
}

/** Notes a document. Call it when the document is whole, never before: an import that is killed goes on from here. */
export function noteDocument(payload: BasePayload, key: string, entry: LedgerEntry): Promise<void> {
  return write(payload, key, JSON.stringify(entry));
}

/** Forgets a document, as if it had never been imported. */
export async function forgetDocument(payload: BasePayload, key: string): Promise<void> {
  await payload.db.deleteOne({ collection: COLLECTION, where: { key: { equals: key } }, returning: false });
}

export function noteFindings(payload: BasePayload, findings: FoundSettings): Promise<void> {
  return write(payload, FINDINGS, JSON.stringify(findings));
}

async function write(payload: BasePayload, key: string, fingerprint: string): Promise<void> {
  const where = { key: { equals: key } };
  const { totalDocs } = await payload.db.count({ collection: COLLECTION, where });
  if (totalDocs === 0) {
    await payload.db.create({ collection: COLLECTION, data: { key, fingerprint }, returning: false });
  } else {
    await payload.db.updateOne({ collection: COLLECTION, where, data: { fingerprint }, returning: false });
  }
}

import { ValidationError } from 'payload';
import type { ImportDatabase } from './database.ts';
import type { Decision } from './decisions.ts';
import { documentData, requiredReferences } from './documentData.ts';
import { noteDocument } from './ledger.ts';
import { withRetry } from './retry.ts';

/** Writes documents one by one, and remembers which of them Payload refused. */
export class DocumentWriter {
  /** By plan id, why. */
  readonly failed = new Map<string, string>();
  readonly #database: ImportDatabase;
  readonly #decisions: Map<string, Decision>;
  readonly #ids: Map<string, number | string>;

  constructor(database: ImportDatabase, decisions: Map<string, Decision>, ids: Map<string, number | string>) {
    this.#database = database;
    this.#decisions = decisions;
    this.#ids = ids;
  }

  /** The document as a whole, then its entry in the ledger. */
  async write(decision: Decision): Promise<void> {
    const { planned, key, stored, entry } = decision;
    const id = this.#ids.get(planned.id);
    if (id === undefined) throw new Error(`There is no document to write ${key} into.`);
    const fields = this.#database.fields(planned.kind);
    const missing = requiredReferences(planned.document, fields).find((each) => this.failed.has(each));
    if (missing !== undefined) {
      this.failed.set(planned.id, `needs ${this.#decisions.get(missing)?.key}, which could not be stored`);
      return;
    }
    const resolve = (planId: string) => (this.failed.has(planId) ? undefined : this.#ids.get(planId));
    try {
      const data = documentData(planned.document, fields, resolve);
      const listed = this.#database.has(planned.kind, 'listed') && { listed: entry.listed };
      const whole = { ...data, ...listed, source_key: key };
      // What a killed import left of it may have a version already.
      if (stored && !stored.entry) await this.#database.forgetVersions(planned.kind, id);
      await withRetry(() => this.#database.publish(planned.kind, id, whole));
    } catch (error) {
      // One document that cannot be stored (too large, say) must not keep the others from coming in.
      if (!(await this.#database.answers())) throw error;
      this.failed.set(planned.id, `could not be stored: ${reasonOf(error)}`);
      return;
    }
    await withRetry(() => noteDocument(this.#database.payload, key, entry));
  }

  /** Takes away the placeholders of what could not be written. */
  async removeFailed(): Promise<void> {
    for (const planId of this.failed.keys()) {
      const decision = this.#decisions.get(planId);
      const id = this.#ids.get(planId);
      if (decision?.action !== 'create' || id === undefined) continue;
      await this.#database.remove(decision.planned.kind, id);
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ValidationError)) return error instanceof Error ? error.message : String(error);
  return error.data.errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
}

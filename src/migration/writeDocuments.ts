import { ValidationError } from 'payload';
import type { ImportDatabase } from './database.ts';
import { type Decision, writtenContent } from './decisions.ts';
import { documentData, requiredReferences } from './documentData.ts';
import type { EditorsWork } from './editorsWork.ts';
import { type LedgerEntry, noteDocument } from './ledger.ts';
import { contentDigest, type OwnContent, typedOf } from './ownContent.ts';
import { withRetry } from './retry.ts';

/** Writes documents one by one, and remembers which of them Payload refused. */
export class DocumentWriter {
  /** By plan id, why. */
  readonly failed = new Map<string, string>();
  readonly #database: ImportDatabase;
  readonly #decisions: Map<string, Decision>;
  readonly #ids: Map<string, number | string>;
  readonly #editorsWork: EditorsWork;

  constructor(
    database: ImportDatabase,
    decisions: Map<string, Decision>,
    ids: Map<string, number | string>,
    editorsWork: EditorsWork,
  ) {
    this.#database = database;
    this.#decisions = decisions;
    this.#ids = ids;
    this.#editorsWork = editorsWork;
  }

  /** The document as a whole, then its entry in the ledger. */
  async write(decision: Decision): Promise<void> {
    const { planned, key, stored, listed: isListed } = decision;
    const id = this.#ids.get(planned.id);
    if (id === undefined && this.#database.hasDrafts(planned.kind))
      throw new Error(`There is no document to write ${key} into.`);
    // First of all: what fails is taken away.
    const isThere = stored && id !== undefined;
    if (isThere && !stored.trashed && (await this.#isLeftAlone(decision, id))) return;
    const fields = this.#database.fields(planned.kind);
    const needs = requiredReferences(planned.document, fields).flatMap((each) => this.#lacking(each) ?? []);
    if (needs[0] !== undefined) {
      this.failed.set(planned.id, `needs ${needs[0]}`);
      return;
    }
    const resolve = (planId: string) => (this.failed.has(planId) ? undefined : this.#ids.get(planId));
    try {
      const data = documentData(planned.document, fields, resolve);
      const listed = this.#database.has(planned.kind, 'listed') && { listed: isListed };
      const restored = stored?.trashed && { deletedAt: null };
      const source = { ...planned.document, source_key: key };
      // What a killed import left of it may have a version already.
      if (isThere && !stored.entry) await this.#database.forgetVersions(planned.kind, id);
      const written = await withRetry(() =>
        this.#database.publish(planned.kind, id, { ...data, ...listed, ...restored }, source),
      );
      this.#ids.set(planned.id, written);
    } catch (error) {
      // One document that cannot be stored (too large, say) must not keep the others from coming in.
      if (!(await this.#database.answers())) throw error;
      this.failed.set(planned.id, `could not be stored: ${reasonOf(error)}`);
      return;
    }
    decision.entry = this.#entry(decision);
    await withRetry(() => noteDocument(this.#database.payload, key, decision.entry));
  }

  /** Takes away the placeholders of what could not be written. */
  async removeFailed(): Promise<void> {
    for (const planId of this.failed.keys()) {
      const decision = this.#decisions.get(planId);
      const id = this.#ids.get(planId);
      if (decision?.action !== 'create' || decision.stored?.trashed || id === undefined) continue;
      await this.#database.remove(decision.planned.kind, id);
    }
  }

  /** Whether a document is left to an editor, who has changed it, or says already what the source says. */
  async #isLeftAlone(decision: Decision, id: number | string): Promise<boolean> {
    const { is, conflicts } = await this.#editorsWork.weigh(decision, id, this.#content(decision));
    if (is === 'gone') Object.assign(decision, { action: 'deleted', conflicts: [] });
    if (is === 'changed') Object.assign(decision, { action: 'kept', conflicts });
    if (is === 'same') Object.assign(decision, { action: 'unchanged', entry: this.#entry(decision) });
    return is !== 'untouched';
  }

  #content({ planned }: Decision): OwnContent {
    const fields = this.#database.fields(planned.kind);
    return writtenContent(planned, this.#decisions, fields, (each) => this.failed.has(each));
  }

  #entry(decision: Decision): LedgerEntry {
    const fields = this.#database.fields(decision.planned.kind);
    return { ...decision.entry, written: contentDigest(typedOf(this.#content(decision), fields)) };
  }

  /** Why a document that another one cannot do without is not published, if so. */
  #lacking(planId: string): string | undefined {
    const needed = this.#decisions.get(planId);
    if (!needed) return undefined;
    if (this.failed.has(planId)) return `${needed.key}, which could not be stored`;
    const isLeft = needed.action === 'unchanged' || needed.action === 'kept';
    return isLeft && !needed.stored?.published
      ? `${needed.key}, which an editor unpublished here`
      : undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ValidationError)) return error instanceof Error ? error.message : String(error);
  return error.data.errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
}

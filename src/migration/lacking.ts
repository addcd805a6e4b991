import type { FlattenedField } from 'payload';
import { documentMapping } from '../documents/storedDocument.ts';
import type { ImportDatabase } from './database.ts';
import { type Decision, writtenContent } from './decisions.ts';
import { noteDocument } from './ledger.ts';
import { contentDigest, typedOf } from './ownContent.ts';
import { withRetry } from './retry.ts';

/** A reference of the source that a document lacks here, since what it refers to was refused when it was written. */
export interface Lacking {
  decision: Decision;
  field: string;
  target: Decision;
}

/** Where an import stands when everything has been written. */
interface Written {
  decisions: Map<string, Decision>;
  /** Payload's ids, by plan id. */
  ids: Map<string, number | string>;
  /** Why documents were refused, by plan id. */
  failed: Map<string, string>;
}

/**
 * Finds the references that this import, or an earlier one, has left out of documents that say otherwise what the source
 * says. What editors have taken out of a document, or deleted, is theirs.
 */
export async function lackingReferences(database: ImportDatabase, written: Written): Promise<Lacking[]> {
  const lacking: Lacking[] = [];
  for (const decision of written.decisions.values()) {
    const { planned, action } = decision;
    if (action === 'kept' || action === 'deleted' || written.failed.has(planned.id)) continue;
    lacking.push(...(await lackingIn(database, decision, written)));
  }
  return lacking;
}

async function lackingIn(
  database: ImportDatabase,
  decision: Decision,
  { decisions, ids, failed }: Written,
): Promise<Lacking[]> {
  const { planned, action, stored, key } = decision;
  const fields = database.fields(planned.kind);
  const references = optional(decision, fields, decisions);
  const isRefused = references.some(({ target }) => failed.has(target.planned.id));
  const id = ids.get(planned.id);
  if (references.length === 0 || id === undefined) return [];
  const digest = (hasFailed: (planId: string) => boolean) =>
    contentDigest(typedOf(writtenContent(planned, decisions, fields, hasFailed), fields));
  const noted = decision.entry.written ?? stored?.entry?.written;
  // As it was written, nothing was left out: what is lacking now, an editor has taken out.
  if (!isRefused && (noted === undefined || noted === digest(() => false))) return [];
  if (isRefused && action !== 'unchanged') {
    // Its target may have been refused after it was written.
    const entry = { ...decision.entry, written: digest((planId) => failed.has(planId)) };
    await withRetry(() => noteDocument(database.payload, key, entry));
  }
  const main = (await database.current(planned.kind, id))?.main;
  if (!main) return [];
  const there = documentMapping(fields, database.payload.config).toStored(main);
  return references
    .filter(({ field, target }) => {
      const to = target.planned.id;
      // MongoDB keeps a reference to a document that is taken away.
      const isGone = failed.has(to) && target.action === 'create';
      return isGone || ![there[field]].flat().includes(String(ids.get(to)));
    })
    .map((reference) => ({ decision, ...reference }));
}

/** The references that a document can do without, to what no editor has deleted. */
function optional(
  { planned }: Decision,
  fields: FlattenedField[],
  decisions: Map<string, Decision>,
): { field: string; target: Decision }[] {
  return fields
    .filter(({ type }) => type === 'relationship')
    .flatMap(({ name: field }) => {
      const value = planned.document[field];
      const targets = Array.isArray(value) ? value.flatMap((id) => decisions.get(String(id)) ?? []) : [];
      return targets.filter(({ action }) => action !== 'deleted').map((target) => ({ field, target }));
    });
}

import type { FlattenedField } from 'payload';
import type { Kind } from '../../endpoints/lists/index.ts';
import type { FieldConflict } from './conflicts.ts';
import type { StoredImport } from './database.ts';
import { requiredReferences } from './documentData.ts';
import type { LedgerEntry } from './ledger.ts';
import { matchDocuments } from './matching.ts';
import { contentDigest, type OwnContent, ownContent } from './ownContent.ts';
import type { PlannedDocument } from './plan.ts';

/**
 * What is going to be done with a planned document. `kept`: it has changed in the source, and editors have changed or
 * unpublished it. `deleted`: an editor deleted it, or put it into the trash.
 */
type Action = 'create' | 'update' | 'unchanged' | 'kept' | 'deleted';

/** A planned document, what there is of it, and what to do. */
export interface Decision {
  planned: PlannedDocument;
  key: string;
  stored: StoredImport | undefined;
  action: Action;
  /** What to note of it when it is whole. */
  entry: LedgerEntry;
  /** Whether it goes into its own list. */
  listed: boolean;
  /** Where the source and editors have both changed it; none for what an editor has deleted. */
  conflicts?: FieldConflict[];
}

/**
 * Decides what to do with every planned document.
 *
 * An element that has not changed in the source since it was imported leaves its document alone, whatever an editor did to it;
 * and what an editor deleted stays deleted or in the trash, unless something that is written now cannot do without it: then
 * it comes back, but not into its list.
 */
export function decide(
  planned: PlannedDocument[],
  stored: StoredImport[],
  fieldsOf: (kind: Kind) => FlattenedField[],
): Map<string, Decision> {
  const matches = matchDocuments(planned, stored);
  const decisions = new Map<string, Decision>();
  const byKey = new Map(stored.map((each) => [each.key, each]));
  const nameOf = (_: string, id: string) => matches.get(id)?.key ?? id;
  for (const each of planned) {
    const key = matches.get(each.id)?.key ?? '';
    const known = byKey.get(key);
    const own = contentDigest(ownContent(each.document, fieldsOf(each.kind), nameOf));
    const listed = each.listed || (known?.listed ?? false);
    const entry: LedgerEntry = { digest: each.digest, shared: each.shared, own, listed };
    const isSame = known?.entry !== undefined && hasNotChanged(each, known.entry, entry);
    const isDeleted = known?.trashed || (known?.entry !== undefined && known.id === undefined);
    const action = isDeleted ? 'deleted' : isSame ? 'unchanged' : known?.entry ? 'update' : 'create';
    const conflicts = isDeleted && !isSame ? { conflicts: [] } : {};
    decisions.set(each.id, { planned: each, key, stored: known, action, entry, listed, ...conflicts });
  }
  for (const { planned: each, action } of [...decisions.values()]) {
    if (action !== 'create' && action !== 'update') continue;
    for (const id of requiredReferences(each.document, fieldsOf(each.kind))) {
      const needed = decisions.get(id);
      if (needed?.action !== 'deleted') continue;
      Object.assign(needed, { action: 'create', listed: false, conflicts: [] });
    }
  }
  return decisions;
}

function hasNotChanged(planned: PlannedDocument, before: LedgerEntry, now: LedgerEntry): boolean {
  if (!planned.listed) return before.shared === now.shared;
  return before.listed && (before.digest === now.digest || before.own === now.own);
}

/** What is going to be written of a document: what is not there, and will not be, is not referred to. The trash is there. */
export function writtenContent(
  planned: PlannedDocument,
  decisions: Map<string, Decision>,
  fields: FlattenedField[],
  hasFailed: (planId: string) => boolean,
): OwnContent {
  return ownContent(planned.document, fields, (_, id) => {
    const other = decisions.get(id);
    const isGone = other?.action === 'deleted' && !other.stored?.trashed;
    return isGone || hasFailed(id) ? undefined : (other?.key ?? id);
  });
}

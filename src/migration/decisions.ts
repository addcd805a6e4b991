import type { FlattenedField } from 'payload';
import type { Kind } from '../../endpoints/lists/index.ts';
import type { StoredImport } from './database.ts';
import { ownDigest, requiredReferences } from './documentData.ts';
import type { LedgerEntry } from './ledger.ts';
import { matchDocuments } from './matching.ts';
import type { PlannedDocument } from './plan.ts';

/** What is going to be done with a planned document. `deleted`: an editor deleted it, and it has not changed since. */
type Action = 'create' | 'update' | 'unchanged' | 'deleted';

/** A planned document, what there is of it, and what to do. */
export interface Decision {
  planned: PlannedDocument;
  key: string;
  stored: StoredImport | undefined;
  action: Action;
  /** What to note of it when it is whole. */
  entry: LedgerEntry;
}

/**
 * Decides what to do with every planned document.
 *
 * An element that has not changed in the source since it was imported leaves its document alone, whatever an editor did to it,
 * deleting it included; unless something that is written now cannot do without it.
 */
export function decide(
  planned: PlannedDocument[],
  stored: StoredImport[],
  fieldsOf: (kind: Kind) => FlattenedField[],
): Map<string, Decision> {
  const matches = matchDocuments(planned, stored);
  const keyOf = (planId: string) => matches.get(planId)?.key;
  const decisions = new Map<string, Decision>();
  const byKey = new Map(stored.map((each) => [each.key, each]));
  for (const each of planned) {
    const key = keyOf(each.id) ?? '';
    const known = byKey.get(key);
    const own = ownDigest(each.document, fieldsOf(each.kind), keyOf);
    const listed = each.listed || (known?.listed ?? false);
    const entry: LedgerEntry = { digest: each.digest, shared: each.shared, own, listed };
    const action = actionOf(each, known, entry);
    decisions.set(each.id, { planned: each, key, stored: known, action, entry });
  }
  for (const { planned: each, action } of [...decisions.values()]) {
    if (action !== 'create' && action !== 'update') continue;
    for (const id of requiredReferences(each.document, fieldsOf(each.kind))) {
      const needed = decisions.get(id);
      if (needed?.action === 'deleted') needed.action = 'create';
    }
  }
  return decisions;
}

function actionOf(planned: PlannedDocument, known: StoredImport | undefined, entry: LedgerEntry): Action {
  if (!known?.entry) return 'create';
  const before = known.entry;
  const promoted = planned.listed && !before.listed;
  const same = planned.listed
    ? before.digest === entry.digest || before.own === entry.own
    : before.shared === entry.shared;
  if (same && !promoted) return known.id === undefined ? 'deleted' : 'unchanged';
  return known.id === undefined ? 'create' : 'update';
}

import type { List } from '../../../endpoints/lists/index.ts';
import type { RefusedElement } from '../discover/index.ts';
import type { Captured, Conflict, Decision, Here, HereDocument, Plan, Rule } from '../plan/index.ts';
import type { CaptureNames } from '../source/index.ts';
import type { Done } from './done.ts';
import { elementTitle, nameHere, nameOf } from './names.ts';
import type { Counts, ImportReport, ListReport, VanishedDocument } from './report.ts';

/** What an import knows when it has ended. */
export interface Ended extends Done {
  /** Names of captures by the keys of lists. */
  names: CaptureNames;
  captured: Captured;
  /** What was here before. */
  before: Here;
  /** What the first plan has withdrawn, is not published any more for the others. */
  first: Plan;
  /** The plan that left nothing open. */
  plan: Plan;
}

/** What an import did, from its decisions. */
export function reportOf(
  ended: Ended,
): Omit<ImportReport, 'active' | 'authors' | 'backup' | 'hosts' | 'known' | 'media' | 'notReproduced'> {
  const { captured, first, plan, images, stored } = ended;
  const byId = new Map(plan.decisions.map((each) => [each.captured.id, each]));
  return {
    lists: Object.fromEntries(captured.lists.map((list) => [list.key, listReport(list, ended)])),
    images,
    allowed: first.doubts,
    unknownFiles: captured.capture.unknown,
    found: plan.settings.found,
    evidence: captured.evidence,
    empties: captured.empties,
    settings: stored,
    lacking: plan.decisions.filter(isTold).flatMap((decision) =>
      decision.lacks.flatMap(({ field, target }) => {
        const to = byId.get(target);
        return to ? { ...nameOf(decision), field, target: nameOf(to) } : [];
      }),
    ),
    vanished: first.vanished.map((each) => vanishedOf(each, ended)),
    unlisted: unlistedBy(ended),
    conflicts: [...plan.decisions.flatMap(conflictOf), ...plan.settings.conflicts],
  };
}

/** What editors have made of a document, or deleted, is theirs: nothing is lacking there. */
const isTold = ({ rule }: Decision) => !['both-changed', 'deleted-here', 'refused'].includes(rule);

function unlistedBy({ before, plan, done }: Ended): ImportReport['unlisted'] {
  const listed = new Set(
    before.documents.flatMap(({ key, entry }) => (entry?.listed && !entry.withdrawn ? key : [])),
  );
  return plan.decisions
    .filter(({ key, captured: { id }, entry }) => listed.has(key) && !entry.listed && done.has(id))
    .map(nameOf);
}

function vanishedOf(document: HereDocument, { before, first, stayed }: Ended): VanishedDocument {
  const reason = stayed.get(document.key);
  return {
    ...nameHere(document, before),
    isWithdrawn: first.withdrawn.has(document.key) && reason === undefined,
    ...(reason !== undefined && { reason }),
  };
}

const KINDS: Partial<Record<Rule, Conflict['kind']>> = {
  'deleted-here': 'deleted',
  restored: 'restored',
  'open-in-form': 'open',
};

function conflictOf(decision: Decision): Conflict[] {
  const { rule, conflicts } = decision;
  if (!conflicts) return [];
  return [{ ...nameOf(decision), kind: KINDS[rule] ?? 'changed', fields: conflicts }];
}

function listReport(list: List, ended: Ended): ListReport {
  const { captured, names, first, plan, done } = ended;
  const report: ListReport = {
    file: names[list.key] ?? list.key,
    state: captured.states[list.key] ?? 'absent',
    ...noCounts(),
    embedded: noCounts(),
    refused: captured.refused.filter((refused) => refused.list === list.key),
    gone: 0,
  };
  for (const decision of plan.decisions) {
    const { captured: each, rule } = decision;
    if (each.kind !== list.key) continue;
    const counts = each.listed ? report : report.embedded;
    const did = done.get(each.id);
    if (did !== undefined) counts[did]++;
    else if (rule === 'refused') report.refused.push(refusal(list, decision));
    else if (decision.conflicts) counts.kept++;
    else counts.unchanged++;
  }
  if (report.state === 'read') report.gone = first.vanished.filter(({ kind }) => kind === list.key).length;
  return report;
}

const noCounts = (): Counts => ({ created: 0, updated: 0, unchanged: 0, kept: 0 });

function refusal(list: List, { captured, reason = '' }: Decision): RefusedElement {
  return {
    list: list.key,
    ...captured.origin,
    id: captured.document.api_id,
    title: elementTitle(captured.document),
    problems: [{ path: '', reason }],
  };
}

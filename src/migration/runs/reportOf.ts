import type { List } from '../../../endpoints/lists/index.ts';
import type { RefusedElement } from '../discover/index.ts';
import type { Captured, Conflict, Decision, Doubt, Here, HereDocument, Plan, Rule } from '../plan/index.ts';
import type { CaptureNames } from '../source/index.ts';
import { elementTitle, nameOf } from './names.ts';
import type { Counts, ImportReport, ListReport, VanishedDocument } from './report.ts';

/** What an import knows when it has ended. */
export interface Ended {
  /** Names of captures by the keys of lists. */
  names: CaptureNames;
  captured: Captured;
  /** What is published here and not in the source any more. */
  vanished: readonly HereDocument[];
  /** Keys of those that were to be withdrawn. */
  withdrawn: ReadonlySet<string>;
  /** Keys of vanished documents that could not be withdrawn, and why. */
  stayed: ReadonlyMap<string, string>;
  /** What was here before. */
  before: Here;
  /** What was wrong with the capture, and was allowed. */
  doubts: readonly Doubt[];
  /** The plan that left nothing open. */
  plan: Plan;
  /** What was done by those before it, by plan id. */
  done: ReadonlyMap<string, 'created' | 'updated'>;
  images: number;
  /** Names of the settings that were stored. */
  stored: readonly string[];
}

/** What an import did, from its decisions. */
export function reportOf(
  ended: Ended,
): Omit<ImportReport, 'active' | 'authors' | 'hosts' | 'media' | 'notReproduced'> {
  const { captured, doubts, plan, images, stored } = ended;
  const byId = new Map(plan.decisions.map((each) => [each.captured.id, each]));
  return {
    lists: Object.fromEntries(captured.lists.map((list) => [list.key, listReport(list, ended)])),
    images,
    allowed: [...doubts],
    unknownFiles: captured.capture.unknown,
    found: captured.settings,
    evidence: captured.evidence,
    settings: [...stored],
    lacking: plan.decisions.filter(isTold).flatMap((decision) =>
      decision.lacks.flatMap(({ field, target }) => {
        const to = byId.get(target);
        return to ? { ...nameOf(decision), field, target: nameOf(to) } : [];
      }),
    ),
    vanished: ended.vanished.map((each) => vanishedOf(each, ended)),
    conflicts: [...plan.decisions.flatMap(conflictOf), ...plan.settings.conflicts],
  };
}

/** What editors have made of a document, or deleted, is theirs: nothing is lacking there. */
const isTold = ({ rule }: Decision) => !['both-changed', 'deleted-here', 'refused'].includes(rule);

function vanishedOf({ kind: list, key, id }: HereDocument, ended: Ended): VanishedDocument {
  const { api_id, title } = ended.before.named[list]?.get(String(id)) ?? {};
  const reason = ended.stayed.get(key);
  return {
    list,
    apiId: Number(api_id),
    title: typeof title === 'string' ? title : null,
    isWithdrawn: ended.withdrawn.has(key) && reason === undefined,
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
  const { captured, names, plan, done, vanished } = ended;
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
  if (report.state === 'read') report.gone = vanished.filter(({ kind }) => kind === list.key).length;
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

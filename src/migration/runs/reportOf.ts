import type { List } from '../../../endpoints/lists/index.ts';
import type { RefusedElement } from '../discover/index.ts';
import type { Captured, Conflict, Decision, Here, HereDocument, Plan, Rule } from '../plan/index.ts';
import type { Capture, CaptureNames } from '../source/index.ts';
import { elementTitle, nameOf } from './names.ts';
import type { Counts, ImportReport, ListReport, VanishedDocument } from './report.ts';

/** What an import knows when it has ended. */
export interface Ended {
  capture: Capture;
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
  /** The plan that left nothing open. */
  plan: Plan;
  /** What was done by those before it, by plan id. */
  done: ReadonlyMap<string, 'created' | 'updated'>;
  images: number;
  /** Names of the settings that were stored. */
  stored: readonly string[];
}

/** What an import did, from its decisions. */
export function reportOf(ended: Ended): Omit<ImportReport, 'active' | 'hosts' | 'media' | 'notReproduced'> {
  const { capture, captured, plan, images, stored } = ended;
  const byId = new Map(plan.decisions.map((each) => [each.captured.id, each]));
  return {
    lists: Object.fromEntries(captured.lists.map((list) => [list.key, listReport(list, ended)])),
    images,
    misnamed: capture.misnamed,
    unknownFiles: capture.unknown,
    unreadable: capture.unreadable,
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
  const { captured, names, plan, done, before, vanished } = ended;
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
  if (report.state === 'read') {
    const left = before.documents.filter(
      ({ kind, entry, id, trashed }) => kind === list.key && entry?.listed && id !== undefined && !trashed,
    );
    report.gone = vanished.filter(({ kind }) => kind === list.key).length;
    const now = elementsOf(captured, list);
    if (now < left.length * LEAST) report.shrunk = { before: left.length, now };
  }
  return report;
}

const noCounts = (): Counts => ({ created: 0, updated: 0, unchanged: 0, kept: 0 });

/** How much of a list has to be there still for a capture to be believed: an outage may give a part of it. */
const LEAST = 0.8;

/** How many elements the default response of a list has, refused ones included. */
function elementsOf({ documents, read }: Captured, list: List): number {
  const { standard, refused = [] } = read.find((each) => each.list === list) ?? {};
  const captured = [...documents.values()].filter(({ kind, listed }) => kind === list.key && listed);
  return captured.length + refused.filter(({ file }) => file === standard?.response.file).length;
}

function refusal(list: List, { captured, reason = '' }: Decision): RefusedElement {
  return {
    list: list.key,
    ...captured.origin,
    id: captured.document.api_id,
    title: elementTitle(captured.document),
    problems: [{ path: '', reason }],
  };
}

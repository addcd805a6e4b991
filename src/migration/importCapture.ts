import type { BasePayload } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';
import type { List, NewDocument } from '../../endpoints/lists/index.ts';
import { writeFast } from '../database/writeFast.ts';
import { type Applied, applyPlan } from './applyPlan.ts';
import type { Conflict } from './conflicts.ts';
import { ImportDatabase } from './database.ts';
import type { Decision } from './decisions.ts';
import type { RefusedElement } from './discover/index.ts';
import { takeLock } from './importLock.ts';
import { type ImportProgress, type ImportReport, type ListReport, noCounts } from './importReport.ts';
import { refuseOtherPortal } from './otherPortal.ts';
import { type ImportPlan, planImport } from './plan.ts';
import { type Capture, type CaptureNames, readCapture } from './source/index.ts';
import { textFindings } from './textFindings.ts';
import { verifyPlan } from './verify.ts';

/** Options of {@link importCapture}. */
export interface ImportOptions {
  /** The folder with the captures. */
  from: string;
  /** @default those that this Payload serves */
  lists?: readonly List[];
  /** Told now and then how far the import is. */
  onProgress?(progress: ImportProgress): void;
}

/**
 * Brings a captured legacy portal into Payload: documents, and the settings that its orders show.
 *
 * Running it again changes nothing; after a new capture it changes what has changed in the source. Nothing is ever deleted.
 * @throws NoCapture when the folder holds none
 * @throws OtherPortal when the database holds the content of another portal
 * @throws ImportRunning when another import is at work on this database
 */
export async function importCapture(payload: BasePayload, options: ImportOptions): Promise<ImportReport> {
  const { from, onProgress = () => {} } = options;
  const { captures, media, lists: served } = portalOf(payload.config);
  const { lists = served } = options;
  onProgress({ phase: 'reading', done: 0, total: 1 });
  const capture = await readCapture(
    from,
    lists.map(({ key }) => key),
    captures,
  );
  const plan = planImport(capture, lists, { images: media.isOwn });
  onProgress({ phase: 'checking', done: 0, total: 1 });
  const notReproduced = await verifyPlan(plan);
  await refuseOtherPortal(new ImportDatabase(payload), plan);
  const lock = await takeLock(payload);
  try {
    const applied = await writeFast(payload, () => applyPlan(payload, plan, { lock, onProgress }));
    const active = (await textFindings(payload)).filter(({ kind }) => kind === 'imported');
    return { ...reportOf(capture, captures, plan, applied), notReproduced, active };
  } finally {
    await lock.release();
  }
}

function reportOf(
  capture: Capture,
  captures: CaptureNames,
  plan: ImportPlan,
  applied: Applied,
): Omit<ImportReport, 'notReproduced' | 'active'> {
  return {
    lists: Object.fromEntries(
      plan.lists.map((list) => [list.key, listReport(list, captures[list.key] ?? list.key, plan, applied)]),
    ),
    images: applied.images,
    misnamed: capture.misnamed,
    unknownFiles: capture.unknown,
    unreadable: capture.unreadable,
    found: plan.settings,
    evidence: plan.evidence,
    settings: applied.settings.written,
    lacking: applied.lacking.map(({ decision, field, target }) => ({
      ...nameOf(decision),
      field,
      target: nameOf(target),
    })),
    conflicts: [...applied.decisions.flatMap(conflictOf), ...applied.settings.conflicts],
  };
}

function conflictOf(decision: Decision): Conflict[] {
  const { action, conflicts } = decision;
  if (!conflicts) return [];
  const kind = action === 'kept' ? 'changed' : action === 'deleted' ? 'deleted' : 'restored';
  return [{ ...nameOf(decision), kind, fields: conflicts }];
}

function nameOf({ planned: { kind: list, document } }: Decision) {
  return { list, apiId: document.api_id, title: elementTitle(document) };
}

function listReport(
  list: List,
  file: string,
  plan: ImportPlan,
  { decisions, failed, state }: Applied,
): ListReport {
  const report: ListReport = {
    file,
    state: plan.states[list.key] ?? 'absent',
    ...noCounts(),
    embedded: noCounts(),
    refused: plan.refused.filter((refused) => refused.list === list.key),
    gone: 0,
  };
  const kept = new Set<string>();
  for (const decision of decisions) {
    const { planned, key, action } = decision;
    if (planned.kind !== list.key) continue;
    kept.add(key);
    const reason = failed.get(planned.id);
    const counts = planned.listed ? report : report.embedded;
    if (reason !== undefined) report.refused.push(failure(list, decision, reason));
    else if (action === 'create') counts.created++;
    else if (action === 'update') counts.updated++;
    else if (decision.conflicts) counts.kept++;
    else counts.unchanged++;
  }
  if (report.state === 'read') {
    const left = state.documents.filter(
      ({ kind, entry, id, trashed }) => kind === list.key && entry?.listed && id !== undefined && !trashed,
    );
    report.gone = left.filter(({ key }) => !kept.has(key)).length;
    const now = elementsOf(plan, list);
    if (now < left.length * LEAST) report.shrunk = { before: left.length, now };
  }
  return report;
}

/** How much of a list has to be there still for a capture to be believed: an outage may give a part of it. */
const LEAST = 0.8;

/** How many elements the default response of a list has, refused ones included. */
function elementsOf({ documents, read }: ImportPlan, list: List): number {
  const { standard, refused = [] } = read.find((each) => each.list === list) ?? {};
  const planned = [...documents.values()].filter(({ kind, listed }) => kind === list.key && listed);
  return planned.length + refused.filter(({ file }) => file === standard?.response.file).length;
}

function failure(list: List, { planned }: Decision, reason: string): RefusedElement {
  return {
    list: list.key,
    ...planned.origin,
    id: planned.document.api_id,
    title: elementTitle(planned.document),
    problems: [{ path: '', reason }],
  };
}

function elementTitle(document: NewDocument): string | null {
  const [, title] = Object.entries(document).find(([key]) => key.endsWith('title')) ?? [];
  return typeof title === 'string' ? title : null;
}

import type { List, NewDocument } from '../../../endpoints/lists/index.ts';
import type { CaptureNames } from '../../capture/folder.ts';
import type { CopiedImages } from '../apply/images.ts';
import type { RefusedElement } from '../discover/contents.ts';
import type { FoundSettings } from '../discover/discoverSettings.ts';
import type { EmptyEvidence } from '../discover/empties.ts';
import type { OrderEvidence } from '../discover/explainDefault.ts';
import type { HostCount } from '../media/captureMedia.ts';
import type { Captured, ListState, NotReproduced } from '../plan/captured.ts';
import type { Conflict, FieldConflict } from '../plan/compareWithStored.ts';
import { type Decision, isWritten, type Rule } from '../plan/decisions.ts';
import type { Doubt } from '../plan/doubts.ts';
import type { Plan } from '../plan/planImport.ts';
import type { ImportedDocument, StoredState } from '../plan/stored.ts';
import type { AuthorNumber, TextFinding } from './findings.ts';

/** How many documents an import made, changed and left alone. */
export interface Counts {
  created: number;
  updated: number;
  unchanged: number;
  /** Changed or deleted by editors and changed in the source: left as editors have them. */
  kept: number;
}

/** What an import did with one list. */
export interface ListReport extends Counts {
  /** The name that its captures have. */
  file: string;
  /** Absent: the capture has no such list. Passed over: it was not asked for. */
  state: ListState;
  refused: RefusedElement[];
  /** Documents that only stand in other elements, in no list. */
  embedded: Counts;
  /** Documents of earlier imports that the list does not have any more. */
  gone: number;
}

/** A reference of the source that a document lacks here, since what it refers to was refused when it was written. */
export interface LackingReference {
  list: string;
  apiId: number;
  title: string | null;
  field: string;
  /** What it refers to in the source. */
  target: { list: string; apiId: number; title: string | null };
}

/** A document that is published here, and not in the source any more. */
export interface VanishedDocument {
  list: string;
  apiId: number;
  title: string | null;
  /** It was taken out of publication. */
  isWithdrawn: boolean;
  /** Why it could not be. */
  reason?: string;
}

/** A document that the source does not have in its list any more, and still has in others: so it is here, too, now. */
export interface UnlistedDocument {
  list: string;
  apiId: number;
  title: string | null;
}

/** What an import did with the files of images. */
export interface ImportedMedia extends CopiedImages {
  /** Whether the lists give the addresses of our own files by now. */
  ownImages: boolean;
}

/** What was backed up before an import wrote anything. */
export interface ImportBackup {
  /** The archive. */
  file: string;
  /** The command that brings it back. */
  restore: string;
}

/** Parts of a report that are the same with most imports of a portal. */
export type LastingPart = 'active' | 'authors' | 'hosts';

/** What an import did. */
export interface ImportReport {
  lists: Record<string, ListReport>;
  /** Media documents that were made, one for each address. */
  images: number;
  /** What was done with their files, if anything was asked. */
  media?: ImportedMedia;
  /** What fields and texts of the capture point to, the commonest first. */
  hosts: HostCount[];
  /** What was wrong with the capture, and was allowed. */
  allowed: Doubt[];
  /** Other JSON files: captures of lists that this project does not have, or none at all. */
  unknownFiles: string[];
  found: FoundSettings;
  /** Why the lists are said to have their default orders. */
  evidence: Record<string, OrderEvidence>;
  /** All path prefixes that the lists need, if the source answers at one at which this server does not. */
  prefixes?: string[];
  /** Where empty values stand in orderings, or that this capture does not show it. */
  empties: EmptyEvidence[];
  /** The settings that were stored, by name. */
  settings: string[];
  /** Captured responses that the imported documents do not give again, for reasons that no setting explains. */
  notReproduced: NotReproduced[];
  /** ElementName each time, until an editor adds them. */
  lacking: LackingReference[];
  /** What both editors and the source have changed: editors' side stays. */
  conflicts: Conflict[];
  vanished: VanishedDocument[];
  /** What this import has taken out of its list, and others still show. */
  unlisted: UnlistedDocument[];
  /** What is active in imported texts, and served as it came. */
  active: TextFinding[];
  /** Whose documents the capture has, by number. */
  authors: AuthorNumber[];
  /** Those of the three parts before that say what the last import has said. */
  known: LastingPart[];
  /** The way back, if one was made. */
  backup?: ImportBackup;
}

/** Where an import stands. */
export interface ImportProgress {
  phase: 'reading' | 'checking' | 'preparing' | 'writing' | 'images';
  /** The list that is being written. */
  list?: string;
  done: number;
  total: number;
}

/** True when every element and image is in, and no file was passed over. */
export function isComplete(report: ImportReport): boolean {
  const { lists, media, lacking, conflicts } = report;
  const refused = Object.values(lists).flatMap((list) => list.refused);
  const left = [passedOver(report), refused, lacking, conflicts, media?.failed ?? []];
  return left.every(({ length }) => length === 0);
}

/** What nothing was read of: files that were missing or misnamed, and those of no list. */
export function passedOver({ allowed, unknownFiles }: ImportReport): string[] {
  return [...allowed.flatMap(({ kind, what }) => (kind === 'missing' ? what : [])), ...unknownFiles];
}

/** True when there was nothing that could be taken over: no list at all, or no element but refused ones. */
export function isEmpty({ lists }: ImportReport): boolean {
  const read = Object.values(lists).filter(({ state }) => state === 'read');
  const refused = read.some((list) => list.refused.length > 0);
  const taken = read.some(
    ({ created, updated, unchanged, kept }) => created + updated + unchanged + kept > 0,
  );
  return read.length === 0 || (refused && !taken);
}

/** What an import knows when it has ended. */
export interface FinishedImport extends ImportResult {
  /** Names of captures by the keys of lists. */
  names: CaptureNames;
  captured: Captured;
  /** What was here before. */
  before: StoredState;
  /** What the first plan has withdrawn, is not published any more for the others. */
  first: Plan;
  /** The plan that left nothing open. */
  plan: Plan;
}

/** What an import did, from its decisions. */
export function reportOf(
  ended: FinishedImport,
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
    lacking: plan.decisions.filter(mayLack).flatMap((decision) =>
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
const mayLack = ({ rule }: Decision) => !['both-changed', 'deleted-here', 'refused'].includes(rule);

function unlistedBy({ before, plan, done }: FinishedImport): ImportReport['unlisted'] {
  const listed = new Set(
    before.documents.flatMap(({ key, entry }) => (entry?.listed && !entry.withdrawn ? key : [])),
  );
  return plan.decisions
    .filter(({ key, captured: { id }, entry }) => listed.has(key) && !entry.listed && done.has(id))
    .map(nameOf);
}

function vanishedOf(document: ImportedDocument, { before, first, stayed }: FinishedImport): VanishedDocument {
  const reason = stayed.get(document.key);
  return {
    ...nameOfStored(document, before),
    isWithdrawn: first.withdrawn.has(document.key) && reason === undefined,
    ...(reason !== undefined && { reason }),
  };
}

const KINDS: Partial<Record<Rule, Conflict['kind']>> = {
  'deleted-here': 'deleted',
  restored: 'restored',
};

function conflictOf(decision: Decision): Conflict[] {
  const { rule, conflicts } = decision;
  if (!conflicts) return [];
  return [{ ...nameOf(decision), kind: KINDS[rule] ?? 'changed', fields: conflicts }];
}

function listReport(list: List, ended: FinishedImport): ListReport {
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

/** What the plans of an import have done. */
export interface ImportResult {
  /** By plan id. */
  done: Map<string, 'created' | 'updated'>;
  images: number;
  /** Names of the settings that were stored. */
  stored: string[];
  /** Keys of vanished documents that could not be withdrawn, and why. */
  stayed: Map<string, string>;
}

export const nothingDone = (): ImportResult => ({
  done: new Map(),
  images: 0,
  stored: [],
  stayed: new Map(),
});

/** Adds what a plan does, where its documents are written. */
export function addDone(
  did: ImportResult,
  { decisions, operations, settings }: Plan,
  hasWritten: (planId: string) => boolean,
): void {
  for (const { captured, rule } of decisions.filter(isWritten)) {
    if (!hasWritten(captured.id) || did.done.has(captured.id)) continue;
    did.done.set(captured.id, rule === 'changed' || rule === 'merged' ? 'updated' : 'created');
  }
  did.images += operations.filter((each) => each.do === 'image').length;
  did.stored.push(...Object.keys(settings.values));
}

/** By what a person knows a document. */
function nameOf({ captured: { kind: list, document } }: Decision) {
  return { list, apiId: document.api_id, title: elementTitle(document) };
}

/** The same of what is here. */
function nameOfStored({ kind: list, id }: ImportedDocument, { named }: StoredState) {
  const { api_id, title } = named[list]?.get(String(id)) ?? {};
  return { list, apiId: Number(api_id), title: typeof title === 'string' ? title : null };
}

/** The title of an element, whatever its list calls it. */
function elementTitle(document: NewDocument): string | null {
  const [, title] = Object.entries(document).find(([key]) => key.endsWith('title')) ?? [];
  return typeof title === 'string' ? title : null;
}

/** One document, and what an import would do with it. */
export interface PlannedChange {
  list: string;
  apiId: number;
  title: string | null;
  /** Why. `vanished`: the source does not have it any more; it is left as it is, or `withdrawn`. */
  rule: Rule | 'vanished' | 'withdrawn';
  /** What would change in it. */
  fields: FieldConflict[];
  /** What both sides have changed, and stays as it is here. */
  conflicts: FieldConflict[];
  /** Why it is refused. */
  reason?: string;
}

const QUIET: ReadonlySet<Rule> = new Set(['unchanged', 'same']);

/** What a plan does, document by document; what stays as it is because nothing has changed is left out. */
export function changesOf({ decisions, vanished, withdrawn }: Plan, here: StoredState): PlannedChange[] {
  const gone = vanished.map((document): PlannedChange => {
    const rule = withdrawn.has(document.key) ? 'withdrawn' : 'vanished';
    return { ...nameOfStored(document, here), rule, fields: [], conflicts: [] };
  });
  return [...decisions.filter(isShown).map(changeOf), ...gone];
}

const isShown = ({ rule, conflicts }: Decision) =>
  !QUIET.has(rule) && (rule !== 'deleted-here' || conflicts !== undefined);

function changeOf(decision: Decision): PlannedChange {
  const { rule, changes = [], conflicts = [], reason } = decision;
  return {
    ...nameOf(decision),
    rule,
    fields: changes,
    conflicts,
    ...(reason !== undefined && { reason }),
  };
}

import type { List, NewDocument } from '../../../endpoints/lists/index.ts';
import type { CaptureNames } from '../../capture/folder.ts';
import type { CopiedImages } from '../apply/images.ts';
import type { RefusedElement } from '../discover/contents.ts';
import type { Discovery, FoundSettings } from '../discover/discoverSettings.ts';
import type { HostCount } from '../media/captureMedia.ts';
import type { Captured, ListState, NotReproduced } from '../plan/captured.ts';
import type { DecidedChange, FieldConflict, Rule } from '../plan/decide.ts';
import type { Doubt } from '../plan/doubts.ts';
import type { Plan } from '../plan/planImport.ts';
import type { ImportedDocument } from '../plan/stored.ts';
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

/** By what a person knows a document. */
interface NamedDocument {
  list: string;
  apiId: number;
  title: string | null;
}

/**
 * Something that editors and the source have both changed since the last import. What editors left here stays; a person has
 * to choose.
 */
export interface Conflict extends Omit<NamedDocument, 'apiId'> {
  /** Null for settings, whose `list` is `portal-settings`. */
  apiId: number | null;
  /**
   * `deleted`: an editor deleted it or put it into the trash, so there are no fields to compare. `restored`: likewise, but it is there again, outside
   * of its list, since something new refers to it.
   */
  kind: 'changed' | 'deleted' | 'restored';
  fields: FieldConflict[];
}

/** A reference of the source that a document lacks here, since what it refers to was refused when it was written. */
export interface LackingReference extends NamedDocument {
  field: string;
  /** What it refers to in the source. */
  target: NamedDocument;
}

/** A document that is published here, and not in the source any more. */
export interface VanishedDocument extends NamedDocument {
  /** It was taken out of publication. */
  isWithdrawn: boolean;
  /** Why it could not be. */
  reason?: string;
}

/** A document that the source does not have in its list any more, and still has in others: so it is here, too, now. */
export interface UnlistedDocument extends NamedDocument {}

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
export interface ImportReport extends Pick<Discovery, 'empties' | 'evidence' | 'texts'> {
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
  /** All path prefixes that the lists need, if the source answers at one at which this server does not. */
  prefixes?: string[];
  /** The settings that were stored, by name. */
  settings: string[];
  /** Captured responses that the imported documents do not give again, for reasons that no setting explains. */
  notReproduced: NotReproduced[];
  /** Named each time, until an editor adds them. */
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
  const byId = new Map(plan.changes.map((each) => [each.element.id, each]));
  return {
    lists: Object.fromEntries(captured.lists.map((list) => [list.key, listReport(list, ended)])),
    images,
    allowed: first.doubts,
    unknownFiles: captured.capture.unknown,
    found: plan.settings.found,
    evidence: captured.evidence,
    empties: captured.empties,
    texts: captured.texts,
    settings: stored,
    lacking: plan.changes.filter(mayLack).flatMap((change) =>
      change.lacks.flatMap(({ field, target }) => {
        const to = byId.get(target);
        return to ? { ...nameOf(change), field, target: nameOf(to) } : [];
      }),
    ),
    vanished: first.vanished.map((each) => vanishedOf(each, ended)),
    unlisted: first.changes
      .filter(
        ({ base, element, entry }) =>
          base?.listed && !base.withdrawn && !entry.listed && ended.done.has(element.id),
      )
      .map(nameOf),
    conflicts: [...plan.changes.flatMap(conflictOf), ...settingsConflict(plan)],
  };
}

/** What editors have made of a document, or deleted, is theirs: nothing is lacking there. */
const mayLack = ({ rule }: DecidedChange) => !['both-changed', 'deleted-here', 'refused'].includes(rule);

function vanishedOf(document: ImportedDocument, { first, stayed }: FinishedImport): VanishedDocument {
  const reason = stayed.get(document.key);
  return {
    ...nameOfStored(document),
    isWithdrawn: first.withdrawn.includes(document) && reason === undefined,
    ...(reason !== undefined && { reason }),
  };
}

const KINDS: Partial<Record<Rule, Conflict['kind']>> = {
  'deleted-here': 'deleted',
  restored: 'restored',
};

function conflictOf(change: DecidedChange): Conflict[] {
  const { rule, conflicts } = change;
  if (!conflicts) return [];
  return [{ ...nameOf(change), kind: KINDS[rule] ?? 'changed', fields: conflicts }];
}

function settingsConflict({ settings: { conflicts: fields } }: Plan): Conflict[] {
  return fields.length === 0
    ? []
    : [{ list: 'portal-settings', apiId: null, title: null, kind: 'changed', fields }];
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
  for (const change of plan.changes) {
    const { element, rule } = change;
    if (element.kind !== list.key) continue;
    const counts = element.listed ? report : report.embedded;
    const did = done.get(element.id);
    if (did !== undefined) counts[did]++;
    else if (rule === 'refused') report.refused.push(refusal(change));
    else if (change.conflicts) counts.kept++;
    else counts.unchanged++;
  }
  if (report.state === 'read') report.gone = first.vanished.filter(({ kind }) => kind === list.key).length;
  return report;
}

const noCounts = (): Counts => ({ created: 0, updated: 0, unchanged: 0, kept: 0 });

function refusal({ element, reason = '' }: DecidedChange): RefusedElement {
  const { kind: list, origin, document } = element;
  const problems = [{ path: '', reason }];
  return { list, ...origin, id: document.api_id, title: elementTitle(document), problems };
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
  { writes, images, settings }: Plan,
  hasWritten: (planId: string) => boolean,
): void {
  for (const { element, rule } of writes) {
    if (!hasWritten(element.id) || did.done.has(element.id)) continue;
    did.done.set(element.id, rule === 'changed' || rule === 'merged' ? 'updated' : 'created');
  }
  did.images += images.length;
  did.stored.push(...Object.keys(settings.values));
}

function nameOf({ element: { kind: list, document } }: DecidedChange): NamedDocument {
  return { list, apiId: document.api_id, title: elementTitle(document) };
}

/** The same of what is here. */
function nameOfStored({ kind: list, name }: ImportedDocument): NamedDocument {
  const { api_id, title } = name ?? {};
  return { list, apiId: Number(api_id), title: typeof title === 'string' ? title : null };
}

/** The title of an element, whatever its list calls it. */
function elementTitle(document: NewDocument): string | null {
  const [, title] = Object.entries(document).find(([key]) => key.endsWith('title')) ?? [];
  return typeof title === 'string' ? title : null;
}

/** One document, and what an import would do with it. */
export interface PlannedChange extends NamedDocument {
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
export function changesOf({ changes, vanished, withdrawn }: Plan): PlannedChange[] {
  const gone = vanished.map((document): PlannedChange => {
    const rule = withdrawn.includes(document) ? 'withdrawn' : 'vanished';
    return { ...nameOfStored(document), rule, fields: [], conflicts: [] };
  });
  const planned = changes.filter(isShown).map((change): PlannedChange => {
    const { rule, differences: fields = [], conflicts = [], reason } = change;
    return { ...nameOf(change), rule, fields, conflicts, ...(reason !== undefined && { reason }) };
  });
  return [...planned, ...gone];
}

const isShown = ({ rule, conflicts }: DecidedChange) =>
  !QUIET.has(rule) && (rule !== 'deleted-here' || conflicts !== undefined);

import type { CopiedImages } from '../apply/images.ts';
import type { RefusedElement } from '../discover/contents.ts';
import type { FoundSettings } from '../discover/discoverSettings.ts';
import type { EmptyEvidence } from '../discover/empties.ts';
import type { OrderEvidence } from '../discover/explainDefault.ts';
import type { HostCount } from '../media/captureMedia.ts';
import type { ListState, NotReproduced } from '../plan/captured.ts';
import type { Conflict } from '../plan/compareWithStored.ts';
import type { Doubt } from '../plan/doubts.ts';
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

import { isDeepStrictEqual } from 'node:util';
import type { StoredDocument } from '../../../endpoints/lists/index.ts';
import type { CapturedDocument } from './captured.ts';
import type { Names } from './matching.ts';
import {
  type FieldShape,
  fingerprint,
  type ImportedDocument,
  type KindShape,
  type LedgerEntry,
  type OwnContent,
  ownContent,
  type StoredContent,
  typedOf,
} from './stored.ts';

/** What differs in one field. */
export interface FieldConflict {
  field: string;
  /** What editors left here, and what the source says; references by name, rich texts as HTML. */
  here: unknown;
  source: unknown;
}

/**
 * Something that editors and the source have both changed since the last import. What editors left here stays; a person has
 * to choose.
 */
export interface Conflict {
  /** The key of a list, or `portal-settings`. */
  list: string;
  /** The element's id; null for settings. */
  apiId: number | null;
  title: string | null;
  /**
   * `deleted`: an editor deleted it or put it into the trash, so there are no fields to compare. `restored`: likewise, but it is there again, outside
   * of its list, since something new refers to it.
   */
  kind: 'changed' | 'deleted' | 'restored';
  fields: FieldConflict[];
}

/** What stands in the database, beside what the source says now. */
export interface StoredComparison {
  /**
   * `untouched`: what an import wrote, or began to write. `same`: whole, and as the source says, whoever wrote it.
   * `changed`: by an editor, and not what the source says.
   */
  verdict: 'untouched' | 'same' | 'changed';
  /** Where it differs from the source. */
  differences: FieldConflict[];
  /** Field by field, where that can be told: published as it is in its newest version, and noted by an import. */
  merge?: Merge;
}

/** What becomes of a document that both sides have changed. */
interface Merge {
  /** Fields that have changed in the source alone. */
  take: string[];
  /** Fields that both have changed. */
  conflicts: FieldConflict[];
}

const UNTOUCHED: StoredComparison = { verdict: 'untouched', differences: [] };

/**
 * Tells what editors have made of a document from what an import has, and compares it with `source` and `listed`, which are going
 * to be written. Every save of an editor leaves a version, which is then the newest; a write that was killed leaves none, or one
 * that is published and not what the document says. Without drafts, the document is all there is.
 */
export function compareWithStored(
  captured: CapturedDocument,
  { entry }: ImportedDocument,
  content: StoredContent | undefined,
  source: OwnContent,
  listed: boolean,
  names: Names,
  shape: KindShape,
): StoredComparison {
  if (!content?.latest || (!entry && !shape.hasDrafts)) return UNTOUCHED;
  const contentOf = (document: StoredDocument) =>
    ownContent(document, shape, names.stored, captured.document);
  const [shown, latest] = [contentOf(content.shown), contentOf(content.latest)];
  const typed = typedOf(source, shape);
  const isSource = (own: OwnContent) => isDeepStrictEqual(typedOf(own, shape), typed);
  const isImported = (own: OwnContent) => isSource(own) || isBase(own, entry, names, shape);
  const hasDraft = content.latest._status !== 'published';
  const isUntouched = hasDraft
    ? isImported(shown) && isImported(latest)
    : isImported(latest) || isSource(shown);
  const wasListed = entry?.listed ?? listed;
  // What an import has withdrawn, no editor has.
  const isPublished = content.isPublished || Boolean(entry?.withdrawn);
  const { hasListed } = shape;
  const isListed = !hasListed || content.latest.listed === wasListed;
  const isListedNow = !hasListed || content.latest.listed === listed;
  const inList = isListedNow ? [] : [{ field: 'listed', here: content.latest.listed, source: listed }];
  if (isUntouched && isPublished && isListed) {
    const isWhole = content.isPublished && wasListed === listed;
    const isSame = isWhole && isSource(latest) && isSource(shown);
    return isSame
      ? { verdict: 'same', differences: [] }
      : { verdict: 'untouched', differences: [...inList, ...differing(shown, source)] };
  }
  const ofLatest = differing(latest, typed);
  const differences = [
    ...(isPublished ? [] : [{ field: '_status', here: 'draft', source: 'published' }]),
    ...inList,
    ...(ofLatest.length > 0 ? ofLatest : differing(shown, typed)),
  ];
  if (differences.length === 0) return { verdict: 'same', differences };
  const isPlain =
    !hasDraft && content.isPublished && (isListed || isListedNow) && isDeepStrictEqual(shown, latest);
  const merge = isPlain && entry ? { merge: merged(latest, entry.base) } : {};
  return { verdict: 'changed', differences, ...merge };

  function merged(here: OwnContent, base: Record<string, string>): Merge {
    const { fields } = shape;
    const unit = (name: string) => fields.get(name)?.pairedWith ?? name;
    const differs = (own: OwnContent) =>
      new Set(
        Object.keys(typed)
          .filter((name) => !isBaseField(own[name], base[name], fields.get(name), entry, names))
          .map(unit),
      );
    const [changedHere, changedThere] = [differs(here), differs(source)];
    const open = differing(here, typed).filter(({ field }) => changedThere.has(unit(field)));
    return {
      take: [
        ...inList.map(({ field }) => field),
        ...open.filter(({ field }) => !changedHere.has(unit(field))).map(({ field }) => field),
      ],
      conflicts: open.filter(({ field }) => changedHere.has(unit(field))),
    };
  }

  function differing(here: OwnContent, there: OwnContent): FieldConflict[] {
    return Object.keys(there)
      .filter((field) => !isDeepStrictEqual(here[field], there[field]))
      .map((field) => ({ field, here: names.shown(here[field]), source: names.shown(there[field]) }));
  }
}

/** Whether a document says what the last import wrote. */
function isBase(
  content: OwnContent,
  entry: LedgerEntry | undefined,
  names: Names,
  shape: KindShape,
): boolean {
  if (!entry) return false;
  return Object.entries(typedOf(content, shape)).every(([name, value]) =>
    isBaseField(value, entry.base[name], shape.fields.get(name), entry, names),
  );
}

/** Whether one field says what the last import wrote. Of references, some were never written, and some of the documents are gone since. */
function isBaseField(
  value: unknown,
  before: string | undefined,
  field: FieldShape | undefined,
  entry: LedgerEntry | undefined,
  names: Names,
): boolean {
  if (before === undefined) return true;
  const all: unknown = field?.to === undefined ? undefined : JSON.parse(before);
  if (!Array.isArray(all)) return fingerprint(value, field) === before;
  const left = all.filter((name) => !entry?.lacks?.includes(name) && names.isPresent(name));
  return fingerprint(value, field) === JSON.stringify(left);
}

import { isDeepStrictEqual } from 'node:util';
import type { NewDocument, StoredDocument } from '../../../endpoints/lists/index.ts';
import type { CapturedDocument } from './captured.ts';
import { contentDigest, fingerprint, type OwnContent, ownContent, typedOf } from './content.ts';
import type { HereContent, HereDocument, KindShape, LedgerEntry } from './here.ts';
import type { Names } from './names.ts';

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
export interface Weighed {
  /**
   * `untouched`: what an import wrote, or began to write. `same`: whole, and as the source says, whoever wrote it.
   * `changed`: by an editor, and not what the source says.
   */
  is: 'untouched' | 'same' | 'changed';
  /** Where it differs from the source. */
  differences: FieldConflict[];
}

const UNTOUCHED: Weighed = { is: 'untouched', differences: [] };

/**
 * Tells what editors have made of a document from what an import has, and compares it with `source`, which is going to be
 * written. Every save of an editor leaves a version, which is then the newest; a write that was killed leaves none, or one
 * that is published and not what the document says. Without drafts, the document is all there is.
 */
export function weigh(
  captured: CapturedDocument,
  { entry }: HereDocument,
  content: HereContent | undefined,
  source: OwnContent,
  { names, shape }: { names: Names; shape: KindShape },
): Weighed {
  const { fields } = shape;
  if (!content?.latest || (!entry && !shape.hasDrafts)) return UNTOUCHED;
  const contentOf = (document: StoredDocument) => said(document, captured.document);
  const [shown, latest] = [contentOf(content.shown), contentOf(content.latest)];
  const typed = typedOf(source, fields);
  const isSource = (own: OwnContent) => isDeepStrictEqual(typedOf(own, fields), typed);
  const isImported = (own: OwnContent) => isSource(own) || isBase(own, entry, { names, shape });
  const hasDraft = content.latest._status !== 'published';
  const isUntouched = hasDraft
    ? isImported(shown) && isImported(latest)
    : isImported(latest) || isSource(shown);
  const listed = entry?.listed ?? captured.listed;
  const isListed = !shape.hasListed || content.latest.listed === listed;
  if (isUntouched && content.isPublished && isListed) {
    const isSame = isSource(latest) && isSource(shown) && listed === captured.listed;
    return isSame
      ? { is: 'same', differences: [] }
      : { is: 'untouched', differences: differing(shown, source) };
  }
  const ofLatest = differing(latest, typed);
  const differences = [
    ...(content.isPublished ? [] : [{ field: '_status', here: 'draft', source: 'published' }]),
    ...(isListed ? [] : [{ field: 'listed', here: content.latest.listed, source: captured.listed }]),
    ...(ofLatest.length > 0 ? ofLatest : differing(shown, typed)),
  ];
  return { is: differences.length > 0 ? 'changed' : 'same', differences };

  function said(document: StoredDocument, like: NewDocument): OwnContent {
    return ownContent(document, fields, names.stored, like);
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
  { names, shape: { fields } }: { names: Names; shape: KindShape },
): boolean {
  if (!entry) return false;
  const { base, written, own } = entry;
  if (base) {
    const known = new Map(fields.map((field) => [field.name, field]));
    return Object.entries(typedOf(content, fields)).every(([name, value]) => {
      const field = known.get(name);
      const before = base[name];
      if (before === undefined || fingerprint(value, field) === before) return true;
      return field?.to !== undefined && fingerprint(value, field) === JSON.stringify(leftOf(before));
    });
  }
  return written === undefined
    ? contentDigest(content) === own
    : contentDigest(typedOf(content, fields)) === written;

  /** What is left of references: some were never written, and some of the documents are gone since. */
  function leftOf(before: string): unknown {
    const value: unknown = JSON.parse(before);
    if (!Array.isArray(value)) return value;
    return value.filter((name) => !entry?.lacks?.includes(name) && names.isPresent(name));
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { StoredDocument } from '../../../endpoints/lists/index.ts';
import type { Trace, Use } from '../apply/index.ts';
import {
  type FieldConflict,
  type HereContent,
  type HereDocument,
  isBaseField,
  type KindShape,
  type LedgerEntry,
  type Names,
  type OwnContent,
  ownContent,
} from '../plan/index.ts';

/** A trace without what was stored: that stays in its row. */
export interface Kept extends Omit<Trace, 'main' | 'draft'> {
  /** The row with what was stored. */
  row?: string;
}

/** What a document was, as far as it is decided by it. */
export interface Was {
  content: StoredDocument;
  /** Its newer draft. */
  draft?: StoredDocument;
  isPublished: boolean;
  isTrashed: boolean;
}

/** What becomes of a document when a run is taken back. */
export interface Fate {
  kept: Kept;
  here: HereDocument | undefined;
  /** `note`: nothing but what is noted of it changes. */
  do: 'note' | 'stay' | 'trash' | 'remove' | 'restore' | 'move';
  /** Why it stays, or a part of it. `used`: something that stays refers to it. */
  why?: 'edited' | 'open' | 'deleted' | 'used';
  /** What editors have touched since, and what it was before the run. */
  conflicts: FieldConflict[];
  /** Fields that come back. */
  fields: string[];
  isWhole: boolean;
  /** The lists do not show it any more. */
  hides: boolean;
  stamp: string;
  /** What refers to it, as `kind id`. */
  user?: string;
}

interface Known {
  names: Names;
  shape: KindShape;
}

/** Decides on one document by itself. */
export function fateOf(
  kept: Kept,
  was: Was | undefined,
  { here, content }: { here: HereDocument | undefined; content: HereContent | undefined },
  known: Known,
): Fate {
  const base: Fate = {
    kept,
    here,
    do: 'note',
    conflicts: [],
    fields: [],
    isWhole: false,
    hides: false,
    stamp: content?.stamp ?? '',
  };
  if (!kept.isNew && !was) {
    const hasMoved = kept.position !== undefined && here?.id !== undefined && here.position !== kept.position;
    return hasMoved ? { ...base, do: 'move' } : base;
  }
  const stay = (why: Fate['why'], conflicts: FieldConflict[] = []): Fate =>
    why ? { ...base, do: 'stay', why, conflicts } : base;
  if (here?.id === undefined || here.trashed || !content)
    return was && !was.isTrashed ? stay('deleted') : base;
  if (content.isOpen) return stay('open');
  // A run that was killed may have written it and not noted it.
  const isNoted = !isDeepStrictEqual(here.entry ?? null, kept.entry);
  const fields = Object.keys((isNoted ? here.entry : (here.entry ?? kept.entry))?.base ?? {});
  const compared = compare(content, was, fields, { ...known, entry: here.entry });
  const { touched, differing } = compared;
  if (kept.isNew) {
    if (!content.latest && !isNoted) return { ...base, do: 'remove', hides: true };
    const isEdited = isNoted
      ? isChanged(kept, here.entry, content, known.shape) || touched.size > 0
      : content.byEditor;
    return isEdited ? stay('edited') : { ...base, do: 'trash', hides: true };
  }
  if (!was) return base;
  const isAsBefore =
    !was.isTrashed &&
    content.isPublished === was.isPublished &&
    content.latest?.listed === was.content.listed &&
    here.position === was.content.position;
  if (compared.isSame && isAsBefore) return base;
  const whole: Fate = {
    ...base,
    do: 'restore',
    fields: fields.length > 0 ? fields : [...known.shape.fields.keys()],
    isWhole: true,
    hides: !was.isPublished || was.isTrashed,
  };
  if (!isNoted) return content.byEditor && !compared.isTorn ? stay('edited', differing) : whole;
  const isPlain =
    !isChanged(kept, here.entry, content, known.shape) && !(compared.hasDraft && touched.size > 0);
  if (isPlain && touched.size === 0) return whole;
  if (!isPlain || whole.hides || here.entry?.withdrawn) {
    const all = [...placesOf(kept, was, content), ...differing];
    return all.length > 0 ? stay('edited', all) : base;
  }
  const conflicts = differing.filter(({ field }) => touched.has(field));
  const left = fields.filter((field) => !touched.has(field));
  return { ...base, do: 'restore', fields: left, ...(conflicts.length > 0 && { why: 'edited', conflicts }) };
}

/** Whether an editor has published, withdrawn or unlisted it since. */
function isChanged(
  { listed }: Kept,
  entry: LedgerEntry | undefined,
  { isPublished, latest }: HereContent,
  { hasListed }: KindShape,
): boolean {
  const isListed = !hasListed || latest?.listed === (listed ?? entry?.listed);
  return !isListed || isPublished === Boolean(entry?.withdrawn);
}

function placesOf({ listed }: Kept, was: Was, { isPublished, latest }: HereContent): FieldConflict[] {
  const status = (published: boolean) => (published ? 'published' : 'draft');
  return [
    ...(isPublished === was.isPublished
      ? []
      : [{ field: '_status', here: status(isPublished), source: status(was.isPublished) }]),
    ...(listed === undefined || latest?.listed === was.content.listed
      ? []
      : [{ field: 'listed', here: latest?.listed, source: was.content.listed }]),
  ];
}

/** Compares it with what it was, and with what the run wrote. Fields that are one to a person are touched as one. */
function compare(
  { latest, shown, isPublished }: HereContent,
  was: Was | undefined,
  names: string[],
  { names: of, shape, entry }: Known & { entry: LedgerEntry | undefined },
) {
  const known = shape.fields;
  const said = (document: StoredDocument): OwnContent => {
    const like = Object.fromEntries(names.map((name) => [name, document[name]])) as StoredDocument;
    return ownContent(document, shape, of.stored, like);
  };
  const now = said(latest ?? shown);
  const main = said(shown);
  const before = was ? said(was.content) : now;
  const unit = (name: string) => known.get(name)?.goesWith ?? name;
  const typed = names.filter((name) => !known.get(name)?.isModified);
  const isTouched = (own: OwnContent, name: string) =>
    !isBaseField(own[name], entry?.base?.[name], known.get(name), { entry, names: of });
  const isOther = (own: OwnContent, name: string) => !was || !isDeepStrictEqual(own[name], before[name]);
  // A save leaves the same in both, unless it is a draft; a write that was killed does not.
  const saved = latest?._status === 'published' ? [now] : [now, main];
  const units = new Set(
    typed.filter((name) => saved.some((own) => isTouched(own, name) && isOther(own, name))).map(unit),
  );
  const differing = typed.flatMap((field) => {
    const here = [now[field], main[field]].find((value) => !isDeepStrictEqual(value, before[field]));
    return here !== undefined && isTouched(before, field)
      ? { field, here: of.shown(here), source: of.shown(before[field]) }
      : [];
  });
  return {
    /** A write was killed that had not left a version yet. */
    isTorn:
      latest?._status === 'published'
        ? !isDeepStrictEqual(now, main)
        : was?.draft && isDeepStrictEqual(now, said(was.draft)),
    isSame: isDeepStrictEqual(now, before) && isDeepStrictEqual(main, before),
    /** By editors, since the run. */
    touched: new Set(names.filter((name) => units.has(unit(name)))),
    /** Of what the run has changed, what is not as it was. */
    differing,
    hasDraft: isPublished && latest?._status !== 'published',
  };
}

/** Of what would not be shown any more, what something else needs stays. */
export function keepUsed(fates: Fate[], uses: readonly Use[]): Fate[] {
  const nameOf = ({ kept, here }: Fate) => `${kept.kind} ${here?.id}`;
  const hiding = new Map(fates.filter(({ hides }) => hides).map((each) => [nameOf(each), each]));
  const users = new Map<string, string>();
  for (let found = true; found; ) {
    found = false;
    for (const { from, to, isStrong } of uses) {
      const used = hiding.get(to);
      if (!used || hiding.has(from) || !(isStrong || used.kept.isNew)) continue;
      hiding.delete(to);
      users.set(to, from);
      found = true;
    }
  }
  return fates.map((each) => {
    const user = each.hides ? users.get(nameOf(each)) : undefined;
    return user === undefined ? each : { ...each, do: 'stay', why: 'used', hides: false, user };
  });
}

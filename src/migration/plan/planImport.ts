import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { MEDIA } from '../../../endpoints/lists/definition/references.ts';
import type { Kind, NewDocument } from '../../../endpoints/lists/index.ts';
import type { FoundSettings } from '../discover/discoverSettings.ts';
import type { Captured } from './captured.ts';
import { isWholeAt, type Matched, referencedFirst } from './change.ts';
import {
  type DecidedChange,
  decide,
  isWritten,
  type Rule,
  refuseUnknownSides,
  type Sides,
} from './decide.ts';
import { type Doubt, doubtsOf } from './doubts.ts';
import { type PlannedSettings, planSettings, settledRanks } from './settings.ts';
import { type Id, type ImportedDocument, PLACE, referencesIn, type StoredState } from './stored.ts';

/** What an import can be asked for. */
export interface PlanOptions {
  /** Whose side counts where editors and the source have changed the same: lists, documents (`news-posts/7`) or all (`*`). */
  sides?: Sides;
  /** Takes out of publication what the source does not have any more. @default false: it is named */
  withdrawMissing?: boolean;
}

/** A change that is written, published and then noted. */
export interface Write extends DecidedChange {
  /** What is written: of the element what may go in, references by plan ids. */
  document: NewDocument;
  /** Plan ids that it refers to and that have to be there by now. */
  needs: string[];
}

/** What an import is going to do, in this order, and why. None of it is seen in a list before it is whole. */
export interface Plan {
  /** One for each document of the capture. */
  changes: DecidedChange[];
  /** Why the capture should not be imported. */
  doubts: Doubt[];
  settings: PlannedSettings;
  /** Above these have to be numbers of new documents of a kind, and ranks of new links (null). */
  numbers: { of: Kind | null; least: number }[];
  /** Images that are made, by their addresses. */
  images: { id: string; url: string }[];
  /** Those of the writes that others refer to before they are written: drafts of them are made, which show nowhere. */
  reserved: Write[];
  /** Whatever refers to others comes after them, where they do not refer to each other in a circle. */
  writes: Write[];
  /** What stands elsewhere in its list now. Nothing else of it changes, a newer draft included. */
  moved: DecidedChange[];
  /** What is noted, and not written. */
  noted: DecidedChange[];
  /** What is published here and not in the source any more. */
  vanished: ImportedDocument[];
  /** Those of them that are taken out of publication, as an editor would. Whatever refers to others goes first. */
  withdrawn: ImportedDocument[];
  /** What an import that broke off has only begun to write, and nobody needs. */
  orphans: ImportedDocument[];
  /** What was found out of the settings, if it is to be noted. */
  findings: FoundSettings | undefined;
  /** Payload's ids of what is here, by plan id. */
  ids: Map<string, Id>;
  /** Tells the plan from others. */
  digest: string;
}

/**
 * Says what makes of what is here what the capture says. It reads nothing and writes nothing.
 * @param rejected what the database has not taken in this import, by plan id, and why
 * @throws UnknownSide when a side is said to count for what the capture does not have
 */
export function planImport(
  matched: Matched,
  rejected: ReadonlyMap<string, string> = new Map(),
  { sides = {}, withdrawMissing = false }: PlanOptions = {},
): Plan {
  const { captured, here } = matched;
  refuseUnknownSides(sides, captured);
  const changes = decide(matched, rejected, sides);
  const settings = planSettings(captured.lists, captured.settings, here.findings, here.settings);
  const { ranks, top } = settledRanks(captured, changes, here.findings && here.topRank);
  for (const { element, entry, base } of changes) {
    const own = ranks.get(element.id) ?? base?.ranks;
    if (own) entry.ranks = own;
  }
  const ids = new Map<string, Id>();
  for (const { element, stored } of changes) if (stored?.id !== undefined) ids.set(element.id, stored.id);
  const images = newImages(captured, here, changes, ids);
  const writes = plannedWrites(captured, here, changes, ranks);
  const order = referencedFirst(captured, here).reverse();
  const vanished = vanishedFrom(captured, here, changes);
  const withdrawn = order
    .filter((kind) => withdrawMissing && here.shapes[kind]?.hasDrafts)
    .flatMap((kind) => vanished.filter((each) => each.kind === kind));
  const unlisted = changes.flatMap(({ stored, base, entry }) =>
    stored && base?.listed && !entry.listed ? stored : [],
  );
  const plan = {
    numbers: [...numbersOf(changes), ...(top > 0 ? [{ of: null, least: top }] : [])],
    images,
    reserved: reserved(ids, writes),
    writes,
    moved: changes.filter(hasMoved),
    noted: changes.filter(isNoted),
    withdrawn,
    orphans: orphans(here, changes),
    // JSON leaves out what is undefined.
    findings: isDeepStrictEqual(JSON.parse(JSON.stringify(settings.findings)), here.findings)
      ? undefined
      : settings.findings,
  };
  return {
    ...plan,
    ...{ changes, vanished, settings, ids },
    doubts: doubtsOf(captured, here, { withdrawn: withdrawMissing ? vanished : [], unlisted }),
    digest: digestOfPlan({
      ...plan,
      settings: settings.values,
      places: plan.moved.map(({ element }) => element.document.position),
    }),
  };
}

/** SHA-256 of what a plan says, part by part: as one text it would be as large as the capture. */
function digestOfPlan(parts: object): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(parts))
    for (const each of [value].flat()) hash.update(`${name} ${JSON.stringify(each, told)}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** Of each change what its entry says, and what is done with it. When it was saved here last says nothing of that. */
function told(name: string, value: unknown): unknown {
  const isUntold = ['element', 'stored', 'base', 'content', 'shape', 'document'].includes(name);
  return isUntold ? undefined : value;
}

/** Whether nothing is to be done. Numbers are raised by every plan, most often to what they are. */
export function isIdle(plan: Plan): boolean {
  const { images, writes, moved, noted, withdrawn, orphans, settings, findings } = plan;
  const all = [images, writes, moved, noted, withdrawn, orphans, Object.keys(settings.values)];
  return !findings && all.every(({ length }) => length === 0);
}

function numbersOf(changes: readonly DecidedChange[]): Plan['numbers'] {
  const highest = new Map<Kind, number>();
  for (const { element } of changes) {
    const { kind, document } = element;
    highest.set(kind, Math.max(highest.get(kind) ?? 0, document.api_id));
  }
  return [...highest].map(([of, least]) => ({ of, least }));
}

/** One image for each address that something to be written shows; what is here already gets its id. */
function newImages(
  captured: Captured,
  here: StoredState,
  changes: readonly DecidedChange[],
  ids: Map<string, Id>,
): Plan['images'] {
  const missing = new Map<string, string>();
  for (const id of changes.filter(isWritten).flatMap(references)) {
    const image = captured.documents.get(id);
    if (image?.kind !== MEDIA) continue;
    const url = String(image.document.url);
    const found = here.images.get(url);
    if (found === undefined) missing.set(id, url);
    else ids.set(id, found);
  }
  return [...missing].map(([id, url]) => ({ id, url }));
}

function references({ element, fields, shape }: DecidedChange): string[] {
  const written = [...shape.fields.values()].filter(({ name }) => fields?.includes(name) ?? true);
  return written.flatMap((field) => referencesIn(element.document, field));
}

function plannedWrites(
  captured: Captured,
  here: StoredState,
  changes: readonly DecidedChange[],
  ranks: ReadonlyMap<string, number[]>,
): Write[] {
  const isGone = ({ rule, stored }: DecidedChange) => rule === 'deleted-here' && !stored?.trashed;
  const gone = changes.filter(isGone).map(({ element }) => element.id);
  const writes = changes.filter(isWritten).map((change): Write => {
    const { element, fields, lacks } = change;
    const absent = new Set([...gone, ...lacks.map(({ target }) => target)]);
    const links = captured.lists.find(({ key }) => key === element.kind)?.perLink?.field;
    const withoutAbsent = (name: string, value: unknown) => {
      if (!Array.isArray(value)) return value;
      const own = name === links ? ranks.get(element.id) : undefined;
      if (own) return value.map((row, index) => ({ ...row, rank: own[index] }));
      return absent.size > 0 ? value.filter((each) => !absent.has(each)) : value;
    };
    const isWhole = !fields && absent.size === 0 && !ranks.has(element.id);
    const written = () =>
      Object.entries(element.document)
        .filter(([name]) => !fields || PLACE.has(name) || fields.includes(name))
        .map(([name, value]) => [name, withoutAbsent(name, value)]);
    const document = isWhole ? element.document : (Object.fromEntries(written()) as NewDocument);
    return { ...change, document, needs: references(change).filter((id) => !absent.has(id)) };
  });
  return referencedFirst(captured, here).flatMap((kind) =>
    referencedBefore(writes.filter(({ element }) => element.kind === kind)),
  );
}

/** Writes in an order in which whatever refers to others comes after them, where they do not refer to each other in a circle. */
function referencedBefore(writes: readonly Write[]): Write[] {
  const left = new Map(writes.map((each) => [each.element.id, each]));
  const order: Write[] = [];
  const path: { write: Write; needs: Iterator<string> }[] = [];
  const enter = (write: Write | undefined) => {
    if (write && left.delete(write.element.id)) path.push({ write, needs: write.needs.values() });
  };
  for (const each of writes) {
    enter(each);
    // Chains may be as long as a list: no recursion.
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const { done, value } = last.needs.next();
      if (!done) enter(left.get(value));
      else order.push(...path.splice(-1).map(({ write }) => write));
    }
  }
  return order;
}

/** Without drafts, a document is made when it is whole. */
function reserved(ids: ReadonlyMap<string, Id>, writes: readonly Write[]): Write[] {
  const wanted = new Set<string>();
  const done = new Set<string>();
  for (const { element, needs } of writes) {
    for (const each of needs) if (!done.has(each)) wanted.add(each);
    done.add(element.id);
  }
  return writes.filter(({ element: { id }, shape }) => wanted.has(id) && !ids.has(id) && shape.hasDrafts);
}

/** By these, a document is left as it is. */
const LEFT: ReadonlySet<Rule> = new Set(['unchanged', 'same', 'both-changed']);

/** Elements that did not change may stand elsewhere in their list now. */
function hasMoved({ element, stored, rule }: DecidedChange): boolean {
  const { position } = element.document;
  const isThere = LEFT.has(rule) && stored?.id !== undefined;
  return isThere && element.listed && position !== null && position !== stored.position;
}

/** They may also embed something that did change. */
function isNoted({ stored, base, rule, entry }: DecidedChange): boolean {
  if (rule === 'ours') return true;
  const isLeft = LEFT.has(rule) && rule !== 'both-changed' && stored?.id !== undefined;
  return isLeft && !isDeepStrictEqual(entry, base);
}

/** Documents of lists that the capture has, which it has nowhere. An element that is refused has not vanished. */
function vanishedFrom(
  captured: Captured,
  here: StoredState,
  changes: readonly DecidedChange[],
): ImportedDocument[] {
  const matched = new Set(changes.map(({ key }) => key));
  const isWhole = isWholeAt(captured);
  return here.documents.filter(({ key, id, base, trashed, published }) => {
    const isHere = base?.listed && id !== undefined && !trashed && published;
    return isHere && isWhole(key) && !matched.has(key);
  });
}

/** Placeholders of an import that was killed, for elements that the source does not have any more, or that are refused. */
function orphans(here: StoredState, changes: readonly DecidedChange[]): ImportedDocument[] {
  const wanted = new Set(changes.filter(({ rule }) => rule !== 'refused').map(({ key }) => key));
  return here.documents.filter(
    ({ key, id, base, trashed, content }) =>
      !base && id !== undefined && !trashed && !wanted.has(key) && !content?.latest,
  );
}

import { isDeepStrictEqual } from 'node:util';
import { MEDIA } from '../../../endpoints/lists/definition/references.ts';
import type { Kind, NewDocument } from '../../../endpoints/lists/index.ts';
import type { FoundSettings } from '../discover/discoverSettings.ts';
import type { Captured } from './captured.ts';
import { type Decision, decide, isWritten, type Rule, refuseUnknownSides, type Sides } from './decisions.ts';
import { type Doubt, doubtsOf } from './doubts.ts';
import { type MatchedDocuments, referencedFirst } from './matchedDocuments.ts';
import { isWholeAt } from './matching.ts';
import { digestOfOperations, type Operation, referencedBefore, type Write } from './operations.ts';
import { type PlannedSettings, planSettings, settledRanks } from './settings.ts';
import { type Id, type ImportedDocument, PLACE, referencesIn, type StoredState } from './stored.ts';

/** What an import can be asked for. */
export interface PlanOptions {
  /** Whose side counts where editors and the source have changed the same: lists, documents (`news-posts/7`) or all (`*`). */
  sides?: Sides;
  /** Takes out of publication what the source does not have any more. @default false: it is named */
  withdrawMissing?: boolean;
}

/** What an import is going to do, and why. */
export interface Plan {
  /** One for each captured document. */
  decisions: Decision[];
  /** What is published here and not in the source any more. */
  vanished: ImportedDocument[];
  /** Keys of those of them that are taken out of publication. */
  withdrawn: ReadonlySet<string>;
  /** Why the capture should not be imported. */
  doubts: Doubt[];
  settings: PlannedSettings;
  /** In the order in which they are to be done. */
  operations: Operation[];
  /** Payload's ids of what is here, by plan id. */
  ids: Map<string, Id>;
  /** Tells the plan from others. */
  digest: string;
}

/**
 * Says what makes of what is here what the capture says. It reads nothing and writes nothing.
 * @param refused what the database has refused in this import, by plan id, and why
 * @throws UnknownSide when a side is said to count for what the capture does not have
 */
export function planImport(
  matched: MatchedDocuments,
  refused: ReadonlyMap<string, string> = new Map(),
  { sides = {}, withdrawMissing = false }: PlanOptions = {},
): Plan {
  const { captured, here } = matched;
  refuseUnknownSides(sides, captured);
  const decisions = decide(matched, refused, sides);
  const settings = planSettings(captured.lists, captured.settings, here.findings, here.settings);
  const { ranks, top } = settledRanks(captured, decisions, here.findings && here.topRank);
  for (const { captured: each, entry, here: known } of decisions) {
    const own = ranks.get(each.id) ?? known?.entry?.ranks;
    if (own) entry.ranks = own;
  }
  const ids = new Map<string, Id>();
  for (const { captured: each, here: known } of decisions) {
    if (known?.id !== undefined) ids.set(each.id, known.id);
  }
  const vanished = vanishedFrom(captured, here, decisions);
  const withdrawn = withdrawMissing ? withdrawals(captured, here, vanished) : [];
  const images = newImages(captured, here, decisions, ids);
  const writes = plannedWrites(captured, here, decisions, ranks);
  const changes = Object.keys(settings.values).length > 0;
  const operations: Operation[] = [
    // First of all, so that what an editor makes meanwhile gets a number of its own.
    ...numbers(decisions),
    ...(top > 0 ? [{ do: 'raise', of: null, least: top } as const] : []),
    ...images,
    ...reserved(here, ids, writes),
    ...(changes ? [{ do: 'set', values: settings.values } as const] : []),
    ...writes,
    ...decisions.flatMap(followed),
    ...withdrawn,
    ...orphans(here, decisions),
    ...(isDeepStrictEqual(asStored(settings.findings), here.findings)
      ? []
      : [{ do: 'remember', findings: settings.findings } as const]),
  ];
  const unlisted = decisions.flatMap(({ here: known, entry }) =>
    known?.entry?.listed && !entry.listed ? known : [],
  );
  const doubts = doubtsOf(captured, here, { withdrawn: withdrawMissing ? vanished : [], unlisted });
  return {
    decisions,
    vanished,
    withdrawn: new Set(withdrawn.map(({ key }) => key)),
    doubts,
    settings,
    operations,
    ids,
    digest: digestOfOperations(operations),
  };
}

/** JSON leaves out what is undefined. */
const asStored = (findings: FoundSettings): unknown => JSON.parse(JSON.stringify(findings));

function numbers(decisions: Decision[]): Operation[] {
  const highest = new Map<Kind, number>();
  for (const { captured } of decisions) {
    const { kind, document } = captured;
    highest.set(kind, Math.max(highest.get(kind) ?? 0, document.api_id));
  }
  return [...highest].map(([of, least]) => ({ do: 'raise', of, least }));
}

/** One image for each address that something to be written shows; what is here already gets its id. */
function newImages(
  captured: Captured,
  here: StoredState,
  decisions: readonly Decision[],
  ids: Map<string, Id>,
): Operation[] {
  const missing = new Map<string, string>();
  for (const decision of decisions.filter(isWritten)) {
    for (const id of references(decision, here)) {
      const image = captured.documents.get(id);
      if (image?.kind !== MEDIA) continue;
      const url = String(image.document.url);
      const found = here.images.get(url);
      if (found === undefined) missing.set(id, url);
      else ids.set(id, found);
    }
  }
  return [...missing].map(([id, url]) => ({ do: 'image', id, url }));
}

function references({ captured: { kind, document }, fields }: Decision, { shapes }: StoredState): string[] {
  const all = [...(shapes[kind]?.fields.values() ?? [])];
  const written = all.filter(({ name }) => fields?.includes(name) ?? true);
  return written.flatMap((field) => referencesIn(document, field));
}

/** Whatever refers to others comes after them. */
function plannedWrites(
  captured: Captured,
  here: StoredState,
  decisions: readonly Decision[],
  ranks: ReadonlyMap<string, number[]>,
): Write[] {
  const written = decisions.filter(isWritten);
  const order = referencedFirst(captured, here);
  const gone = new Set(
    decisions
      .filter(({ rule, here: known }) => rule === 'deleted-here' && !known?.trashed)
      .map((each) => each.captured.id),
  );
  return order.flatMap((kind) => {
    const writes = written
      .filter((each) => each.captured.kind === kind)
      .map((decision): Write => {
        const { captured: each, key, here: known, rule, entry, listed } = decision;
        const absent = new Set([...gone, ...decision.lacks.map(({ target }) => target)]);
        const document = withRanks(
          without(only(each.document, decision.fields), absent),
          captured.lists.find((list) => list.key === kind)?.perLink?.field,
          ranks.get(each.id),
        );
        const hasListed = here.shapes[kind]?.hasListed;
        return {
          do: 'write',
          id: each.id,
          kind,
          key,
          document,
          values: { ...(hasListed && { listed }), ...(known?.trashed && { deletedAt: null }) },
          here:
            known?.id === undefined
              ? undefined
              : { id: known.id, stamp: here.contents.get(key)?.stamp, isBegun: rule === 'begun' },
          needs: references(decision, here).filter((id) => !absent.has(id)),
          entry,
        };
      });
    return referencedBefore(writes);
  });
}

/** Of a document, these fields and what belongs to its place. */
function only(document: NewDocument, fields: readonly string[] | undefined): NewDocument {
  if (!fields) return document;
  const entries = Object.entries(document).filter(([name]) => PLACE.has(name) || fields.includes(name));
  return Object.fromEntries(entries) as NewDocument;
}

/** Without references to what is not there. */
function without(document: NewDocument, absent: ReadonlySet<string>): NewDocument {
  if (absent.size === 0) return document;
  const left = (value: unknown) => (Array.isArray(value) ? value.filter((each) => !absent.has(each)) : value);
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name, left(value)]),
  ) as NewDocument;
}

function withRanks(
  document: NewDocument,
  field: string | undefined,
  ranks: number[] | undefined,
): NewDocument {
  if (field === undefined || !ranks || !document[field]) return document;
  const rows = document[field] as object[];
  return { ...document, [field]: rows.map((row, index) => ({ ...row, rank: ranks[index] })) };
}

/** Drafts for what is referred to before it is written. Without drafts, a document is made when it is whole. */
function reserved(here: StoredState, ids: ReadonlyMap<string, Id>, writes: Write[]): Operation[] {
  const wanted = new Set<string>();
  const done = new Set<string>();
  for (const { id, needs } of writes) {
    for (const each of needs) if (!done.has(each)) wanted.add(each);
    done.add(id);
  }
  return writes
    .filter(({ id, kind }) => wanted.has(id) && !ids.has(id) && here.shapes[kind]?.hasDrafts)
    .map(({ id, kind, key, document, values }) => ({
      do: 'reserve',
      id,
      kind,
      key,
      apiId: document.api_id,
      listed: values.listed ?? true,
    }));
}

/** By these, a document is left where it is: at its place in the default list. */
const STANDING: ReadonlySet<Rule> = new Set(['unchanged', 'same', 'both-changed']);

/** Elements that did not change may stand elsewhere in their list now, or embed something that did. */
function followed({ captured, key, here, rule, entry }: Decision): Operation[] {
  if (rule === 'ours') return [{ do: 'note', key, entry }];
  if (!STANDING.has(rule) || here?.id === undefined) return [];
  const { position } = captured.document;
  const hasMoved = captured.listed && position !== null && position !== here.position;
  const move: Operation[] = hasMoved ? [{ do: 'move', kind: captured.kind, here: here.id, position }] : [];
  if (rule === 'both-changed') return move;
  return isDeepStrictEqual(entry, here.entry) ? move : [...move, { do: 'note', key, entry }];
}

/** Documents of lists that the capture has, which it has nowhere. An element that is refused has not vanished. */
function vanishedFrom(
  captured: Captured,
  here: StoredState,
  decisions: readonly Decision[],
): ImportedDocument[] {
  const matched = new Set(decisions.map(({ key }) => key));
  const isWhole = isWholeAt(captured);
  return here.documents.filter(({ key, id, entry, trashed, published }) => {
    const isHere = entry?.listed && id !== undefined && !trashed && published;
    return isHere && isWhole(key) && !matched.has(key);
  });
}

type Withdrawal = Extract<Operation, { do: 'withdraw' }>;

/** Whatever refers to others goes first. */
function withdrawals(captured: Captured, here: StoredState, vanished: ImportedDocument[]): Withdrawal[] {
  return referencedFirst(captured, here)
    .reverse()
    .filter((kind) => here.shapes[kind]?.hasDrafts)
    .flatMap((kind) => vanished.filter((each) => each.kind === kind))
    .flatMap(({ kind, key, id, entry }): Withdrawal[] =>
      id === undefined || !entry
        ? []
        : [{ do: 'withdraw', kind, key, here: id, entry: { ...entry, withdrawn: true } }],
    );
}

/** Placeholders of an import that was killed, for elements that the source does not have any more, or that are refused. */
function orphans(here: StoredState, decisions: readonly Decision[]): Operation[] {
  const wanted = new Set(decisions.filter(({ rule }) => rule !== 'refused').map(({ key }) => key));
  return here.documents.flatMap(({ kind, key, id, entry, trashed }) => {
    if (entry || id === undefined || trashed || wanted.has(key)) return [];
    return here.contents.get(key)?.latest ? [] : [{ do: 'remove', kind, here: id } as const];
  });
}

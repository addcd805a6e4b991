import type { List, NewDocument } from '../../../endpoints/lists/index.ts';
import { collationsOf, type FoundSettings } from '../discover/discoverSettings.ts';
import { commonCollation, keysWithEmptyFirst } from '../discover/valueOrders.ts';
import type { Captured } from './captured.ts';
import { type DecidedChange, type FieldConflict, isWritten } from './decide.ts';

/** What is done with the settings, by names such as `news-posts ordering`. */
export interface PlannedSettings {
  /** What is known of the source, from this capture and those before. */
  found: FoundSettings;
  /** What is stored. */
  values: Record<string, unknown>;
  /** What somebody has set by hand, and stays. */
  conflicts: FieldConflict[];
  /** For the next import: for what the capture does not show, and what stays as it was set by hand, those of the last one. */
  findings: FoundSettings;
}

/**
 * Decides which settings are stored. What the last import found out, too, is left alone, and so is what somebody has set by
 * hand: what is neither the last finding nor the standard. What the capture does not show stays as it is.
 */
export function planSettings(
  lists: readonly List[],
  captured: FoundSettings,
  last: FoundSettings | undefined,
  stored: Readonly<Record<string, unknown>>,
): PlannedSettings {
  const found = withUnseenKeys(captured, last, stored.collation);
  const [now, before] = [valuesOf(lists, found), valuesOf(lists, last)];
  // To be taken back.
  for (const name of ['otherCollation', 'emptyFirst']) if (before[name]) now[name] ??= '';
  const standard = standardsOf(lists);
  const open = Object.keys(now).filter((name) => now[name] !== undefined && now[name] !== before[name]);
  const here = (name: string) => stored[name] ?? UNSET[typeof standard[name]];
  const byHand = open.filter((name) => ![now[name], before[name], standard[name]].includes(here(name)));
  const changed = open.filter((name) => !byHand.includes(name));
  return {
    found,
    values: Object.fromEntries(changed.map((name) => [name, now[name]])),
    conflicts: byHand.map((field) => ({ field, here: here(field), source: now[field] })),
    findings: rememberedFindings(found, last, new Set(byHand)),
  };
}

/** How a setting is stored that nobody has set. */
const UNSET: Record<string, unknown> = { string: '', boolean: false };

/** With what an earlier capture showed of keys, and this one does not show. @param here the collation that is set */
function withUnseenKeys(
  { otherCollation: _, ...found }: FoundSettings,
  last: FoundSettings | undefined,
  here: unknown,
): FoundSettings {
  const shown = { ...last?.shown, ...found.shown };
  const empties = last?.empties && { empties: { ...last.empties, ...found.empties } };
  return { ...found, ...collationsOf(shown, commonCollation(shown, here)), ...empties };
}

const OF_LISTS = ['ordering', 'elementPerLink', 'records'] as const;

/** What was found out, by the names of settings; undefined for what is not known. */
function valuesOf(lists: readonly List[], found: FoundSettings | undefined): Record<string, unknown> {
  const ofLists = lists.flatMap(({ key }) =>
    OF_LISTS.map((name) => [`${key} ${name}`, found?.lists[key]?.[name]] as const),
  );
  return {
    collation: found?.collation,
    otherCollation: found?.otherCollation?.join(', '),
    emptyFirst: keysWithEmptyFirst(found?.empties).join(', ') || undefined,
    ...Object.fromEntries(ofLists),
  };
}

/** What is there before anybody sets it. */
function standardsOf(lists: readonly List[]): Record<string, unknown> {
  const ofLists = lists.flatMap(({ key, defaultOrdering }) => [
    [`${key} ordering`, defaultOrdering],
    [`${key} elementPerLink`, false],
    [`${key} records`, false],
  ]);
  return { collation: 'el', otherCollation: '', emptyFirst: '', ...Object.fromEntries(ofLists) };
}

function rememberedFindings(
  found: FoundSettings,
  last: FoundSettings | undefined,
  byHand: ReadonlySet<string>,
): FoundSettings {
  const lists = { ...last?.lists };
  const settled = <T>(name: string, now: T, before: T) => (byHand.has(name) ? before : (now ?? before));
  for (const [key, settings] of Object.entries(found.lists)) {
    const before = lists[key];
    const records = settled(`${key} records`, settings.records, before?.records);
    lists[key] = {
      ...settings,
      ordering: settled(`${key} ordering`, settings.ordering, before?.ordering),
      elementPerLink: settled(`${key} elementPerLink`, settings.elementPerLink, before?.elementPerLink),
      ...(records !== undefined && { records }),
    };
  }
  const otherCollation = settled('otherCollation', found.otherCollation, last?.otherCollation);
  const empties = settled('emptyFirst', found.empties, last?.empties);
  return {
    collation: settled('collation', found.collation, last?.collation),
    ...(otherCollation && { otherCollation }),
    ...(found.shown && { shown: found.shown }),
    ...(empties && { empties }),
    lists,
  };
}

interface Row {
  rank: number | null;
}

/** Ranks of links. */
export interface SettledRanks {
  /** By plan id, in the order of the links. */
  ranks: Map<string, number[]>;
  /** The highest, as a whole number; 0 when there are no links. */
  top: number;
}

/**
 * Fits the captured ranks of links to those that are here: a document that is left alone keeps its own, and what is new in
 * the source comes above what editors have added since the last import.
 * @param above the highest rank that was handed out; undefined before the first import has ended
 */
export function settledRanks(
  { lists }: Captured,
  changes: readonly DecidedChange[],
  above: number | undefined,
): SettledRanks {
  const ranks = new Map<string, number[]>();
  let top = 0;
  for (const { key, perLink } of lists) {
    if (!perLink) continue;
    const own = changes.filter(({ element }) => element.kind === key);
    const links = own
      .flatMap((change) => {
        const rows = rowsOf(change.element.document, perLink.field);
        const isNew = isWritten(change) && (change.fields?.includes(perLink.field) ?? true);
        const kept = isNew || change.base?.ranks?.length !== rows.length ? undefined : change.base.ranks;
        return rows.map((row, index) => ({ row, planned: row.rank ?? 0, kept: kept?.[index] }));
      })
      .sort((a, b) => a.planned - b.planned);
    const settled = new Map<Row, number>();
    relativeRanks(links, above).forEach((rank, index) => {
      const link = links[index];
      if (link) settled.set(link.row, rank);
      top = Math.max(top, Math.ceil(rank));
    });
    for (const { element } of own.filter((each) => perLink.field in each.element.document)) {
      const rows = rowsOf(element.document, perLink.field);
      ranks.set(
        element.id,
        rows.map((row) => settled.get(row) ?? 0),
      );
    }
  }
  return { ranks, top };
}

/** A part of a document may lack them. */
const rowsOf = (document: NewDocument, field: string) => (document[field] ?? []) as Row[];

/** One link in the order of a list, from the lowest rank up. */
export interface RankedRow {
  /** The rank that the capture alone would give it. */
  planned: number;
  /** The rank it has and keeps, because its document is left alone. */
  kept: number | undefined;
}

/**
 * Ranks for links of which some keep theirs: the others get ranks between their neighbours. A kept rank that contradicts
 * the order (rows of one link may come in another order each time) is passed over.
 * @param above a rank above which the topmost new links have to be, where it is not the capture's business alone.
 */
export function relativeRanks(rows: RankedRow[], above: number | undefined): number[] {
  const anchors = increasing(rows);
  const ranks = rows.map(({ planned, kept }) => kept ?? planned);
  let start = 0;
  for (const end of [...anchors, rows.length]) {
    const low = start === 0 ? undefined : rows[start - 1]?.kept;
    const high = rows[end]?.kept;
    fill(rows, ranks, { start, end, low, high, above });
    start = end + 1;
  }
  return ranks;
}

interface Gap {
  start: number;
  end: number;
  low: number | undefined;
  high: number | undefined;
  above: number | undefined;
}

function fill(rows: RankedRow[], ranks: number[], { start, end, low, high, above }: Gap): void {
  const open = rows.flatMap(({ kept }, at) => (at >= start && at < end && kept === undefined ? [at] : []));
  const floor = high === undefined && above !== undefined ? Math.max(low ?? above, above) : low;
  const fits = open.every((at) => {
    const planned = rows[at]?.planned ?? 0;
    return (floor === undefined || planned > floor) && (high === undefined || planned < high);
  });
  if (fits) return;
  open.forEach((at, index) => {
    if (high === undefined) ranks[at] = Math.ceil(floor ?? 0) + index + 1;
    else if (floor === undefined) ranks[at] = high - open.length + index;
    else ranks[at] = floor + ((high - floor) * (index + 1)) / (open.length + 1);
  });
}

/** Places of the longest run of kept ranks that grow. */
function increasing(rows: RankedRow[]): number[] {
  const tails: number[] = [];
  const before = new Map<number, number | undefined>();
  const rankAt = (at: number | undefined) => rows[at ?? -1]?.kept ?? Number.NEGATIVE_INFINITY;
  rows.forEach(({ kept }, at) => {
    if (kept === undefined) return;
    const found = tails.findIndex((tail) => rankAt(tail) >= kept);
    const length = found === -1 ? tails.length : found;
    before.set(at, tails[length - 1]);
    tails[length] = at;
  });
  const places: number[] = [];
  for (let at = tails.at(-1); at !== undefined; at = before.get(at)) places.unshift(at);
  return places;
}

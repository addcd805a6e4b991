import type { NewDocument } from '../../../endpoints/lists/index.ts';
import type { Captured } from './captured.ts';
import { type Decision, isWritten } from './decisions.ts';

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
  decisions: readonly Decision[],
  above: number | undefined,
): SettledRanks {
  const ranks = new Map<string, number[]>();
  let top = 0;
  for (const { key, perLink } of lists) {
    if (!perLink) continue;
    const own = decisions.filter(({ captured }) => captured.kind === key);
    const links = own
      .flatMap((decision) => {
        const rows = rowsOf(decision.captured.document, perLink.field);
        const isNew = isWritten(decision) && (decision.fields?.includes(perLink.field) ?? true);
        const kept = isNew ? undefined : keptRanks(decision, rows.length);
        return rows.map((row, index) => ({ row, planned: row.rank ?? 0, kept: kept?.[index] }));
      })
      .sort((a, b) => a.planned - b.planned);
    const settled = new Map<Row, number>();
    relativeRanks(links, above).forEach((rank, index) => {
      const link = links[index];
      if (link) settled.set(link.row, rank);
      top = Math.max(top, Math.ceil(rank));
    });
    for (const { captured } of own.filter((each) => perLink.field in each.captured.document)) {
      const rows = rowsOf(captured.document, perLink.field);
      ranks.set(
        captured.id,
        rows.map((row) => settled.get(row) ?? 0),
      );
    }
  }
  return { ranks, top };
}

/** A part of a document may lack them. */
const rowsOf = (document: NewDocument, field: string) => (document[field] ?? []) as Row[];

function keptRanks({ here }: Decision, links: number): number[] | undefined {
  const ranks = here?.entry?.ranks;
  return ranks?.length === links ? ranks : undefined;
}

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

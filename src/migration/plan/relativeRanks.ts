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

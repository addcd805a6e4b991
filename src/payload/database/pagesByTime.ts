import type { Where } from 'payload';

interface Pages<Row> {
  /** The time by which rows are sorted: its path for the database. */
  path: string;
  timeOf(row: Row): unknown;
  /** Rows of a page. */
  size: number;
  /** The time at which it begins (ISO 8601). @default all rows */
  from?: string;
  /** @default false */
  newestFirst?: boolean;
  /** Reads the first `size` rows that match `beyond`. They are sorted by the time alone, so that its index is enough. */
  read(beyond: Where[]): Promise<Row[]>;
}

/**
 * Rows by a time, page by page, however many have the same. Each page begins after the last row of the one before: with numbers of
 * pages, databases would count all rows.
 */
export async function* pagesByTime<Row extends { id: number | string }>({
  from,
  newestFirst = false,
  path,
  read,
  size,
  timeOf,
}: Pages<Row>): AsyncGenerator<Row[], undefined> {
  const operator = newestFirst ? 'less_than_equal' : 'greater_than_equal';
  let at = from;
  /** The rows of that very time that were read. */
  let seen: Row['id'][] = [];
  for (;;) {
    const beyond: Where[] = at === undefined ? [] : [{ [path]: { [operator]: at } }];
    if (seen.length > 0) beyond.push({ id: { not_in: seen } });
    const rows = await read(beyond);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    const times = rows.map((row) => new Date(timeOf(row) as string).toISOString());
    const last = times.at(-1);
    const ofLast = rows.filter((_, n) => times[n] === last).map(({ id }) => id);
    seen = last === at ? [...seen, ...ofLast] : ofLast;
    at = last;
  }
}

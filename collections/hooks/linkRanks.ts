import type { Payload } from 'payload';
import { takeNumber } from './counter.ts';

interface LinkRow {
  id?: string | null;
  text?: unknown;
  link?: unknown;
  rank?: number | null;
}

/** Counter of the ranks of links; an import raises it above every rank it gave. */
export const LINK_RANK_COUNTER = 'link-rank';

/**
 * Gives every link its hidden rank (contract: "each link keeps a hidden rank … a link that an editor adds gets the
 * highest"). A stored link is known by the id of its row, or, where a client sends rows without ids, by what it says.
 */
export async function keepRanks(payload: Payload, rows: LinkRow[], stored: LinkRow[][]): Promise<void> {
  const free = stored.map((each) => [...each]);
  const claim = (matches: (row: LinkRow) => boolean): number | undefined => {
    for (const each of free) {
      const at = each.findIndex((row) => typeof row.rank === 'number' && matches(row));
      const [found] = at === -1 ? [] : each.splice(at, 1);
      if (found) return found.rank as number;
    }
    return undefined;
  };
  for (const row of rows) row.rank = row.id ? claim((old) => old.id === row.id) : undefined;
  for (const row of rows) row.rank ??= claim((old) => old.text === row.text && old.link === row.link);
  for (const row of rows) row.rank ??= await takeNumber(payload, LINK_RANK_COUNTER);
}

import { type Data, type Save, trustedPlaces } from './known.ts';

interface RankedRows {
  name: string;
  rank: string;
  by: string[];
}

/**
 * Rows with their hidden ranks; undefined for a new row (contract: "each link keeps a hidden rank … a link that an editor adds
 * gets the highest"). Stored rows are recognized by id, or by their values if a client sends no ids. The rows of a duplicate
 * are new.
 */
export function rankedRows(data: Data, { name, rank, by }: RankedRows, save: Save): unknown {
  if (!Array.isArray(data[name])) return data[name];
  const places = trustedPlaces(data, save.main ? save : { ...save, latest: undefined });
  const free = places.map((place) => [...((place[name] ?? []) as Data[])]);
  const claim = (matches: (row: Data) => boolean): number | undefined => {
    const found = free.flat().find((row) => typeof row[rank] === 'number' && matches(row));
    if (!found) return undefined;
    // The same row may be in several states.
    for (const rows of free) {
      const at = rows.includes(found)
        ? rows.indexOf(found)
        : rows.findIndex((row) => row[rank] === found[rank]);
      if (at !== -1) rows.splice(at, 1);
    }
    return found[rank] as number;
  };
  const rows = (data[name] as Data[]).map((row): Data => {
    return { ...row, [rank]: row.id ? claim((old) => old.id === row.id) : undefined };
  });
  for (const row of rows) row[rank] ??= claim((old) => by.every((each) => old[each] === row[each]));
  return rows;
}

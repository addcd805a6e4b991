import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { type Element, keptOf, type List } from '../lists/index.ts';
import { type SortValue, sortValueOf } from './ordering.ts';
import type { Row } from './Row.ts';

// A list that does not repeat its elements stands at the lowest link ascending, at the highest descending. Spaces keep
// these apart from names of keys that `ordering` could give.
export const LOWEST = 'links, lowest rank';
export const HIGHEST = 'links, highest rank';

/** How a row's value for a key is read. What is served tells it, so that nothing else has to be kept. */
export function sortValueReader(list: List, key: string): (row: Row) => SortValue {
  if (key === LOWEST) return ({ linkRanks }) => (linkRanks.length > 0 ? Math.min(...linkRanks) : null);
  if (key === HIGHEST) return ({ linkRanks }) => (linkRanks.length > 0 ? Math.max(...linkRanks) : null);
  const read = list.keptKeys.includes(key) ? keptValue : plainValue;
  return (row) => sortValueOf(list, key, row.made ? row.made[key] : read(row.json, key));
}

function plainValue(json: string, key: string): unknown {
  return (JSON.parse(json) as Element)[key];
}

/** Kept JSON sorts by its very text. */
function keptValue(json: string, key: string): unknown {
  const root = parseTree(json);
  const node = root && findNodeAtLocation(root, [key]);
  return !node || node.type === 'null' ? null : keptOf(json.slice(node.offset, node.offset + node.length));
}

import type { List } from '../lists/index.ts';
import { schemas } from './components.ts';

/** The schema names of elements by list key: `NewsPost` for `News Post List`, or the key if that is taken. */
export function elementNames(lists: readonly List[]): ReadonlyMap<string, string> {
  const taken = new Set(Object.keys(schemas));
  const names = new Map<string, string>();
  for (const { key, name } of lists) {
    // OpenAPI allows only these characters.
    const plain = name.replace(/\sList$/, '').replace(/[^A-Za-z0-9]/g, '');
    const free = plain === '' || taken.has(plain) ? key : plain;
    taken.add(free);
    names.set(key, free);
  }
  return names;
}

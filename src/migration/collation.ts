import type { Collation } from '../../endpoints/read-model/index.ts';
import { elementComparator } from '../../endpoints/read-model/index.ts';
import type { ReadList } from './contents.ts';

/** A default order of a few elements explains itself that much better now and then without meaning anything (in nats). */
const CHANCE = 2;

/**
 * The collation under which the responses to `ordering=…` are sorted: the one with fewer elements out of place, then the
 * one that explains the default orders better. Undefined when there is no difference; Greek is then as good a guess as any.
 *
 * @param costs what the default orders cost to explain under each (see `findOrdering`).
 */
export function discoverCollation(read: ReadList[], costs: Record<Collation, number>): Collation | undefined {
  const wrong = { el: outOfPlace(read, 'el'), C: outOfPlace(read, 'C') };
  if (wrong.el !== wrong.C) return wrong.el < wrong.C ? 'el' : 'C';
  if (Math.abs(costs.el - costs.C) > CHANCE) return costs.el < costs.C ? 'el' : 'C';
  return undefined;
}

function outOfPlace(read: ReadList[], collation: Collation): number {
  let count = 0;
  for (const { list, ordered } of read) {
    for (const { response, rows } of ordered) {
      const compare = elementComparator(list, { ordering: response.ordering ?? '', collation });
      const elements = rows.filter((row) => row !== undefined).map(({ element }) => element);
      elements.forEach((element, at) => {
        const before = elements[at - 1];
        if (before && compare(before, element) > 0) count++;
      });
    }
  }
  return count;
}

import { lists } from '../endpoints/lists/index.ts';
import type { Random } from './content/random.ts';

/** What anyone may ask for: any list by any of its keys, in any combination. */
export function randomOrdering(random: Random): { slug: string; ordering: string } {
  const list = random.pick(lists);
  const keys = Array.from({ length: random.whole(1, 6) }, () => random.pick(list.orderable));
  return { slug: list.key, ordering: keys.map((key) => (random.chance(0.5) ? `-${key}` : key)).join(',') };
}

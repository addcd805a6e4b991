import type { List } from '../../../endpoints/lists/index.ts';

/** By what people order lists, the commoner first. */
const FIRST = [
  'id',
  '-id',
  'order',
  '-order',
  '-created_timestamp',
  'created_timestamp',
  '-modified_timestamp',
  'modified_timestamp',
  'title',
  '-title',
  'slug',
  '-slug',
  'service',
];
/** By what they order those that tie. */
const THEN = ['', ',id', ',-id', ',title'];
/** What they put on top. */
const ON_TOP = ['-featured_post', '-selected', '-active'];

/** The orders that are tried on a list, its own and then the commoner ones first. */
export function usualOrders(list: List): string[] {
  const bases = FIRST.flatMap((first) => THEN.map((then) => `${first}${then}`));
  const flagged = ON_TOP.flatMap((flag) => FIRST.map((first) => `${flag},${first}`));
  const title = list.keys.find((key) => key.endsWith('title')) ?? 'title';
  const named = [...bases, ...flagged].map((order) => order.replace(/\btitle\b/, title));
  const known = named.filter((order) => keysOf(order).every((key) => list.orderable.includes(key)));
  const own = list.defaultOrdering === '' ? [] : [list.defaultOrdering];
  return [
    ...new Set([...own, ...known.filter((order) => new Set(keysOf(order)).size === keysOf(order).length)]),
  ];
}

/** The usual orders by links. */
export function ordersByLinks(field: string): string[] {
  return [`-${field}`, field, `active,-${field}`, `-active,-${field}`];
}

/** The keys that an order names. */
export function keysOf(order: string): string[] {
  return order.split(',').map((name) => name.replace('-', ''));
}

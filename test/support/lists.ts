import { lists } from '../../endpoints/lists/index.ts';

/** The reads of a portal: all lists, by default and in each ordering that clients use. */
const ADDRESSES = [
  ...lists.map(({ key }) => `${key}/`),
  'featured-sections/?ordering=-section_two_links',
  'service-useful-links/?ordering=title',
  'service-useful-links/?ordering=-title',
];

/** Served bodies by address below the API. */
export type Bodies = Record<string, string>;

/** An element of a list, or a part of one. */
export type Part = Record<string, unknown>;

/** Reads all lists as a portal does. */
export async function readLists(url: string): Promise<Bodies> {
  const bodies = await Promise.all(
    ADDRESSES.map(async (address) => {
      const response = await fetch(`${url}/el/api/v1/${address}`);
      if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
      return [address, await response.text()] as const;
    }),
  );
  return Object.fromEntries(bodies);
}

/**
 * The expected lists after a change, byte for byte: the bodies with `change` applied to all elements, and to all categories and
 * related posts inside them.
 */
export function withChange(before: Bodies, change: (part: Part, list: string) => void): Bodies {
  return withElements(before, (elements, list) => {
    for (const element of elements) {
      change(element, list);
      if (list !== 'news-posts') continue;
      change(element.category as Part, 'news-categories');
      for (const related of element.related as Part[]) change(related, 'news-posts');
    }
    return elements;
  });
}

/** The expected lists, byte for byte, if `change` is applied to the elements of each list. */
export function withElements(before: Bodies, change: (elements: Part[], list: string) => Part[]): Bodies {
  return Object.fromEntries(
    Object.entries(before).map(([address, body]) => {
      const list = address.split('/')[0] ?? '';
      return [address, serialize(change(JSON.parse(body) as Part[], list))];
    }),
  );
}

/** JSON as in the legacy system: without spaces, and with U+2028 and U+2029 escaped. */
function serialize(elements: Part[]): string {
  return JSON.stringify(elements).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** The elements of a list, in its default order. */
export function elements(bodies: Bodies, list: string): Part[] {
  return JSON.parse(bodies[`${list}/`] ?? '') as Part[];
}

/** The element of a list with that `id`. @throws Error unless there is exactly one */
export function element(bodies: Bodies, list: string, id: number): Part {
  const found = elements(bodies, list).filter((part) => part.id === id);
  if (found.length !== 1 || !found[0])
    throw new Error(`${found.length} elements of ${list} have the id ${id}`);
  return found[0];
}

/** The differences of two readings, short enough for a test report; empty if all bytes are the same. */
export function differences(expected: Bodies, actual: Bodies): string[] {
  return Object.keys({ ...expected, ...actual })
    .filter((address) => expected[address] !== actual[address])
    .map((address) => difference(address, expected[address] ?? '', actual[address] ?? ''));
}

function difference(address: string, expected: string, actual: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 60);
  return `${address} at ${at}: expected …${around(expected)}…, got …${around(actual)}…`;
}

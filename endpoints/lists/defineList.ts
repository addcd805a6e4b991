import type { z } from 'zod';
import { objectPieces } from './json.ts';
import { parseElement } from './parseElement.ts';
import type { List, ListDefinition } from './types.ts';

/**
 * Makes a list of what is known of it. A further list takes one file with one such call, and a collection for its
 * documents.
 *
 * @example
 * export const organizations = defineList({
 *   slug: 'organizations',
 *   name: 'Organization List',
 *   element: z.strictObject({ id: integer, title: text }),
 *   encode: (document) => ({ id: document.api_id, title: textOf(document.title) }),
 *   decode: ({ id, ...rest }) => ({ api_id: id, position: null, ...rest }),
 *   defaultOrdering: 'id',
 * });
 */
export function defineList<S extends z.ZodObject>(definition: ListDefinition<S>): List<z.output<S>> {
  // An object schema's own type is narrower than what a list promises of it.
  const element = definition.element as unknown as z.ZodType<z.output<S>>;
  const { key, name, encode, decode, defaultOrdering } = definition;
  const { keptKeys = [], perLink, timestamps = [], notOrderable = [], documentedOrderings = [] } = definition;
  const keys = Object.keys(definition.element.shape);
  const pieces = (value: z.output<S>) => objectPieces(value, keys);
  const serialize = (value: z.output<S>) => [...pieces(value)].join('');
  return {
    key,
    name,
    element,
    defaultOrdering,
    documentedOrderings,
    keptKeys,
    perLink,
    timestamps,
    keys,
    orderable: keys.filter((each) => !notOrderable.includes(each)),
    encode,
    decode,
    serialize,
    pieces,
    parse: (raw) => parseElement(raw, { element, keptKeys, serialize }),
  };
}

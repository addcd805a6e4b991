import type { z } from 'zod';
import { objectToJson } from './json.ts';
import { parseElement } from './parseElement.ts';
import type { List, ListDefinition } from './types.ts';

/**
 * Makes a list of what is known of it. A further list takes one file with one such call, next to the collection whose
 * slug it names.
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
  const { key: slug, name, encode, decode, defaultOrdering } = definition;
  const { keptKeys = [], perLink, timestamps = [], notOrderable = [], embeds = {} } = definition;
  const keys = Object.keys(definition.element.shape);
  const orderable = keys.filter((key) => !notOrderable.includes(key));
  const sorted = Object.keys(embeds).find((key) => orderable.includes(key));
  if (sorted !== undefined) {
    throw new Error(`List ${slug} embeds ${sorted}, so ordering can't name it: add it to notOrderable.`);
  }
  const serialize = (value: z.output<S>) => objectToJson(value, keys);
  return {
    key: slug,
    name,
    element,
    defaultOrdering,
    keptKeys,
    perLink,
    timestamps,
    embeds,
    keys,
    orderable,
    encode,
    decode,
    serialize,
    parse: (raw) => parseElement(raw, { element, keptKeys, serialize }),
  };
}

import type { z } from 'zod';
import { refuseElement, refuseFields, refuseForm, refuseKey, refuseOrderings } from './check.ts';
import { codecOf } from './codec.ts';
import { type FieldsContract, listContract } from './contract.ts';
import { definitionSchema } from './definitionSchema.ts';
import type { ListFields, ValueOf } from './field.ts';
import type { FormOf } from './form.ts';
import { objectToJson } from './json.ts';
import { at, refuseInvalid } from './options.ts';
import { parseElement } from './parse.ts';
import type { Element, FieldsDefinition, List, ListDefinition } from './types.ts';

/**
 * Creates a list with its own schema, `encode` and `decode`, for documents of an existing collection.
 *
 * @throws Error if a key, element or ordering is invalid
 * @example
 * export const offices = defineList({
 *   key: 'offices',
 *   name: 'Office List',
 *   element: z.strictObject({ id: z.int(), title: z.string() }), // z of payload-portal-content/lists
 *   encode: (document) => ({ id: document.api_id, title: String(document.name ?? '') }),
 *   decode: ({ id, title }) => ({ api_id: id, position: null, name: title }),
 *   defaultOrdering: 'id',
 * });
 */
export function defineList<S extends z.ZodObject, const Key extends string>(
  definition: ListDefinition<S> & { key: Key },
): List<z.output<S>, Key>;
/**
 * Creates a list from its client's part and its form.
 *
 * @throws Error that says what is invalid, and why
 * @example export const organizations = defineList({ ...organizationsContract, form: organizationsForm });
 */
export function defineList<const F extends ListFields, const Key extends string>(
  definition: FieldsContract<F, Key> & { form?: FormOf<{ readonly fields: NoInfer<F> }> },
): List<z.output<FieldsContract<F>['element']>, Key>;
/**
 * Creates a list from its fields: schema, `encode`, `decode`, and a collection unless the Payload config has one with the
 * list's key as its slug.
 *
 * @throws Error that names the invalid field, key or ordering, and says why
 * @example
 * export const organizations = defineList({
 *   key: 'organizations',
 *   name: 'Organization List',
 *   fields: { title: field.text(), logo: field.image({ nullable: true }) },
 *   form: { fields: { title: { label: { en: 'Title', el: 'Τίτλος' }, required: true } } },
 *   defaultOrdering: 'title',
 * });
 */
export function defineList<const F extends ListFields, const Key extends string>(
  definition: FieldsDefinition<F> & { key: Key },
  // Not an alias, so that declaration files of exported lists refer to no other types of this package.
): List<{ [K in 'id' | keyof F]: K extends keyof F ? ValueOf<F[K]> : number }, Key>;
export function defineList(
  definition: ListDefinition | FieldsDefinition | (FieldsContract & Pick<FieldsDefinition, 'form'>),
): List {
  const named = at(definition, 'key');
  const where = typeof named === 'string' ? `defineList: the list "${named}"` : 'defineList';
  refuseInvalid(where, definitionSchema(definition), definition);
  const { key } = definition;
  refuseKey(key);
  if (!('fields' in definition)) return listOf(definition);
  const { fields, form, labels = form?.labels } = definition as FieldsDefinition;
  refuseFields(key, fields);
  if (form) refuseForm(key, fields, form);
  const contract = 'element' in definition ? definition : listContract(definition);
  return { ...listOf({ ...contract, ...codecOf(fields) }), fields, labels, form };
}

function listOf(definition: ListDefinition): List {
  const { element, key, name, encode, decode, defaultOrdering } = definition;
  const { keptKeys = [], perLink, timestamps = [], notOrderable = [], documentedOrderings = [] } = definition;
  refuseElement(key, element);
  const keys = Object.keys(element.shape);
  const orderable = keys.filter((each) => !notOrderable.includes(each));
  refuseOrderings({ key, orderable, defaultOrdering, documentedOrderings });
  const serialize = (value: Element) => objectToJson(value, keys);
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
    orderable,
    encode,
    decode,
    serialize,
    parse: (raw) => parseElement(raw, { element, keptKeys, serialize }),
  };
}

import { z } from 'zod';
import { refuseFields } from './check.ts';
import { mapValues, typesOf } from './codec.ts';
import type { ListField, ListFields } from './field.ts';
import { integer } from './schemas.ts';
import type { FieldsDefinition, ListDefinition } from './types.ts';

/** The full definition that a list's fields stand for. @throws Error naming the field that cannot be */
export function definitionOfFields({ fields, ...rest }: FieldsDefinition): ListDefinition {
  refuseFields(rest.key, fields);
  const types = Object.entries(typesOf(fields));
  const keysWhere = (is: (field: ListField) => boolean) =>
    Object.keys(fields).filter((key) => is(at(fields, key)));
  return {
    ...rest,
    element: z.strictObject({ id: integer, ...mapValues(Object.fromEntries(types), ({ schema }) => schema) }),
    encode: (document, context) => ({
      id: document.api_id,
      ...Object.fromEntries(types.map(([key, type]) => [key, type.encode(document, context)])),
    }),
    decode: ({ id, ...element }, embed) => ({
      api_id: Number(id),
      position: null,
      ...Object.assign({}, ...types.map(([key, type]) => type.decode(element[key], embed))),
    }),
    keptKeys: keptKeysOf(fields),
    notOrderable: types.filter(([, { orderable }]) => !orderable).map(([key]) => key),
    timestamps: keysWhere(({ type }) => type === 'timestamp' || type === 'modified'),
  };
}

/** Those of embedded elements too: a key is kept at any depth. */
function keptKeysOf(fields: ListFields): string[] {
  const kept = Object.entries(fields).flatMap(([key, field]) => {
    if (field.type === 'image' || field.type === 'json') return [key];
    return 'list' in field ? field.list.keptKeys : [];
  });
  return [...new Set(kept)];
}

function at(fields: ListFields, key: string): ListField {
  return fields[key] as ListField;
}

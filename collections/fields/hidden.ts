import type { Field, FieldAffectingData } from 'payload';

/** Clients cannot read, query or sort by the field. */
const denyAll = () => false;

/** Part of `custom`: `@payloadcms/plugin-import-export` leaves the field out of its exports. */
export const notExported = { 'plugin-import-export': { disabled: true } };

/** A field with a computed value, hidden from editors and clients. */
export function hidden(field: FieldAffectingData): Field {
  const custom = { ...field.custom, ...notExported };
  return { ...field, custom, hidden: true, access: { read: denyAll } } as Field;
}

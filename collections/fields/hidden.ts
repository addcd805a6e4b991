import type { Field, FieldAffectingData } from 'payload';

/** Clients cannot read, query or sort by the field. */
const denyAll = () => false;

/** A field with a computed value, hidden from editors and clients. */
export function hidden(field: FieldAffectingData): Field {
  return { ...field, hidden: true, access: { read: denyAll } } as Field;
}

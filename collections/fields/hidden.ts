import type { Field, FieldAffectingData } from 'payload';

/** It is no part of any answer, query or sort of a client. */
const nobody = () => false;

/** A field of a value that no editor types and no client sees. */
export function hidden(field: FieldAffectingData): Field {
  return { ...field, hidden: true, access: { read: nobody } } as Field;
}

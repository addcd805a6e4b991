import type { Field, FieldAffectingData } from 'payload';
import { nobodyField } from '../access/index.ts';

/** A field of a value that no editor types and no client sees. */
export function hidden(field: FieldAffectingData): Field {
  return { ...field, hidden: true, access: { read: nobodyField } } as Field;
}

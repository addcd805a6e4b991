import type { ArrayField, CheckboxField, NumberField, TextareaField, TextField } from 'payload';
import type { Bilingual } from '../../src/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';

type Column = CheckboxField | NumberField | TextareaField | TextField;

interface RowsOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  /** In the order of the element's keys. */
  columns: Column[];
}

/** Rows of plain values. */
export function rowsField({ name, label, description, columns }: RowsOptions): ArrayField {
  return {
    name,
    type: 'array',
    label,
    custom: custom({ role: 'rows' }),
    // In a bulk edit, rows would take the place of all that many documents have.
    admin: { disableBulkEdit: true, ...(description && { description }) },
    fields: columns,
  };
}

import type { ArrayField, CheckboxField, NumberField, TextareaField, TextField } from 'payload';
import type { Bilingual } from '../../src/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';
import { hidden } from './hidden.ts';

type Column = CheckboxField | NumberField | TextareaField | TextField;

interface RowsOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  /** In the order of the element's keys. */
  columns: Column[];
  /** What a row is called. A closed one then shows its first text. */
  row?: { singular: Bilingual; plural: Bilingual } | undefined;
  /** Each row has a hidden rank. */
  ranked?: boolean | undefined;
}

const RANK = 'rank';

/** Rows of plain values. */
export function rowsField({ name, label, description, columns, row, ranked }: RowsOptions): ArrayField {
  const text = columns.find(({ type }) => type === 'text' || type === 'textarea')?.name;
  return {
    name,
    type: 'array',
    label,
    ...(row && { labels: row }),
    custom: custom(
      ranked ? { role: 'ranked', rank: RANK, by: columns.map((column) => column.name) } : { role: 'rows' },
    ),
    admin: {
      // In a bulk edit, rows would take the place of all that many documents have.
      disableBulkEdit: true,
      ...(row && {
        components: {
          RowLabel: { path: 'payload-portal-content/client#LinkRowLabel', clientProps: { column: text } },
        },
      }),
      ...(description && { description }),
    },
    fields: ranked ? [...columns, hidden({ name: RANK, type: 'number' })] : columns,
  };
}

import type { ArrayField, CheckboxField, NumberField, TextareaField, TextField } from 'payload';
import type { Bilingual } from '../../src/payload/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';
import { hidden } from './hidden.ts';

type Column = CheckboxField | NumberField | TextareaField | TextField;

interface RowsOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  /** In the order of the element's keys. */
  columns: Column[];
  /** The label of a row. A collapsed row then shows its first text. */
  row?: { singular: Bilingual; plural: Bilingual } | undefined;
  /** Adds a hidden rank to each row. */
  ranked?: boolean | undefined;
}

const RANK = 'rank';

/** An array of rows with plain values. */
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

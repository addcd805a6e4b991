'use client';

import { FieldLabel, useField, useTranslation } from '@payloadcms/ui';
import type { JSONFieldClientProps } from 'payload';
import { type Bilingual, translate } from '../../payload/i18n/bilingual.ts';

interface RowsTableProps extends JSONFieldClientProps {
  columns: Record<string, Bilingual>;
}

const CELL = { padding: '0.25rem 1rem 0.25rem 0', textAlign: 'start', verticalAlign: 'top' } as const;

/** Stored rows as a table that is only read. */
export function RowsTable({ field, path, columns }: RowsTableProps) {
  const { value } = useField<Record<string, unknown>[] | null>({ path });
  const { i18n } = useTranslation();
  const names = Object.entries(columns);
  return (
    <div className="field-type">
      <FieldLabel label={field.label} as="span" />
      {value && value.length > 0 ? (
        <table style={{ borderCollapse: 'collapse', overflowWrap: 'anywhere' }}>
          <thead>
            <tr>
              {names.map(([name, label]) => (
                <th key={name} style={CELL} scope="col">
                  {translate(label, i18n.language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {value.map((row) => (
              <tr key={String(row[names[0]?.[0] ?? ''])}>
                {names.map(([name]) => (
                  <td key={name} style={CELL}>
                    {String(row[name] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div>—</div>
      )}
    </div>
  );
}

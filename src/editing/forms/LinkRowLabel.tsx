'use client';

import { useRowLabel } from '@payloadcms/ui';

/** The label of a row: the text in one column, or the number of a new row. */
export function LinkRowLabel({ column = 'text' }: { column?: string }) {
  const { data, rowNumber } = useRowLabel<Record<string, unknown>>();
  return <span>{String(data[column] ?? '') || (rowNumber ?? 0) + 1}</span>;
}

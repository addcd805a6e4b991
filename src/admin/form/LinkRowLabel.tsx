'use client';

import { useRowLabel } from '@payloadcms/ui';

/** Names a row by the text in a column of it; a new one by its number. */
export function LinkRowLabel({ column = 'text' }: { column?: string }) {
  const { data, rowNumber } = useRowLabel<Record<string, unknown>>();
  return <span>{String(data[column] ?? '') || (rowNumber ?? 0) + 1}</span>;
}

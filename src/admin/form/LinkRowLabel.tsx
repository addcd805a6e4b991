'use client';

import { useRowLabel } from '@payloadcms/ui';

/** Names a row of links by its text; a new one by its number. */
export function LinkRowLabel() {
  const { data, rowNumber } = useRowLabel<{ text?: string }>();
  return <span>{data.text || (rowNumber ?? 0) + 1}</span>;
}

'use client';

import type { DefaultCellComponentProps } from 'payload';
import { readable } from '../rules/finding.ts';

/** The address of a link as it is read, with letters in place of their codes. */
export function LinkAddressCell({ cellData }: Pick<DefaultCellComponentProps, 'cellData'>) {
  const address = String(cellData ?? '');
  return (
    <a href={address} rel="noreferrer" target="_blank">
      {readable(address)}
    </a>
  );
}

'use client';

import type { DefaultCellComponentProps } from 'payload';
import { isFile } from '../../../collections/portal/mediaTypes.ts';
import { FileSymbol } from './FileSymbol.tsx';
import { Picture } from './Picture.tsx';

/** An image in a list view, from its file or its legacy address, or the symbol of another file; with the name or the address below. */
export function ImageCell({ rowData }: Pick<DefaultCellComponentProps, 'rowData'>) {
  const { alt, filename, focalX, focalY, legacy_url: address, thumbnailURL, updatedAt, url } = rowData;
  // A replaced file keeps its URL, so the time of the update avoids a cached copy.
  const src = filename ? `${thumbnailURL ?? url}?${new URLSearchParams({ at: updatedAt })}` : address;
  return (
    <figure>
      {isFile(rowData) ? (
        <FileSymbol name={filename} />
      ) : (
        <Picture src={src} alt={alt} style={{ objectPosition: `${focalX ?? 50}% ${focalY ?? 50}%` }} />
      )}
      <figcaption title={filename || address}>{filename || address}</figcaption>
    </figure>
  );
}

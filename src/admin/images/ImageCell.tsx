'use client';

import type { DefaultCellComponentProps } from 'payload';
import { Picture } from './Picture.tsx';

/** The picture of an image in the list of images, from its file or its address, with the name of either. */
export function ImageCell({ rowData }: Pick<DefaultCellComponentProps, 'rowData'>) {
  const { alt, filename, focalX, focalY, legacy_url: address, updatedAt, url } = rowData;
  // A replaced file keeps its address, so the browser has to be told.
  const src = filename ? `${url}?${new URLSearchParams({ at: updatedAt })}` : address;
  return (
    <figure>
      <Picture src={src} alt={alt} style={{ objectPosition: `${focalX ?? 50}% ${focalY ?? 50}%` }} />
      <figcaption title={filename || address}>{filename || address}</figcaption>
    </figure>
  );
}

'use client';

import type { DefaultCellComponentProps } from 'payload';
import { isFile } from '../../../collections/portal/mediaTypes.ts';
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

/** The symbol of a file that is no image, with its type, such as PDF. */
function FileSymbol({ name }: { name: string }) {
  return (
    <span className="file-symbol">
      <svg aria-hidden="true" fill="none" height="48" viewBox="0 0 20 20" width="48">
        <path d="M5.5 2.5h6l3 3v12h-9zM11.5 2.5v3h3" stroke="currentColor" strokeWidth="0.75" />
      </svg>
      <strong>{name.split('.').at(-1)?.toUpperCase()}</strong>
    </span>
  );
}

'use client';

import { useDocumentInfo, useField, useFormFields, useFormSubmitted, useTranslation } from '@payloadcms/ui';
import type { DefaultCellComponentProps, UploadFieldClient } from 'payload';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { NOTHING_TO_SHOW } from '../../collections/media/messages.ts';
import { isFile } from '../../collections/portal/mediaTypes.ts';
import { useAnswer } from '../payload/admin/useApi.ts';
import { bilingual, translate } from '../payload/i18n/bilingual.ts';

const GONE = bilingual(
  'Η εικόνα δεν φορτώνει από τη διεύθυνσή της.',
  'The image cannot be loaded from its address.',
);

/** An image, or a message if it cannot be loaded. */
function Picture({ src, alt, style }: { src: string; alt?: string; style?: CSSProperties }) {
  const { i18n } = useTranslation();
  const [isGone, setGone] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address gets another try
  useEffect(() => setGone(false), [src]);
  // An image that failed before hydration fires no further error event.
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setGone(true);
  };
  if (isGone) return <span className="picture-gone">{translate(GONE, i18n.language)}</span>;
  return (
    // biome-ignore lint/performance/noImgElement: next/image takes no addresses of servers that it was not told of
    <img ref={look} src={src} alt={alt ?? ''} loading="lazy" style={style} onError={() => setGone(true)} />
  );
}

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

/** A preview of an image without a file, from its legacy address. Payload previews files only. */
export function ImagePreview() {
  const { savedDocumentData } = useDocumentInfo();
  const { i18n } = useTranslation();
  const isSubmitted = useFormSubmitted();
  const address = useFormFields(([fields]) => fields.legacy_url?.value);
  const hasFile = useFormFields(([fields]) => Boolean(fields.file?.value));
  if (hasFile || savedDocumentData?.filename) return null;
  // Payload drops the server's error when it validates the form again, because it does not validate files there.
  if (!address && isSubmitted) {
    return (
      <p role="alert" style={{ color: 'var(--theme-error-500)' }}>
        {translate(NOTHING_TO_SHOW, i18n.language)}
      </p>
    );
  }
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  return <Picture src={address} style={{ maxWidth: '100%', maxHeight: '24rem' }} />;
}

interface Image {
  id: number | string;
  alt?: string;
  filename?: string;
  legacy_url?: string;
}

interface ChosenImageProps {
  field: UploadFieldClient;
  path: string;
  /** The name of an image that gets the same while it is empty, and of its legacy value. */
  fills?: string;
  kept?: string;
}

/** Below Payload's card: the description and the address of a chosen image without a file. Puts it into another empty image. */
export function ChosenImage({ field, path, fills = path, kept = '' }: ChosenImageProps) {
  const { initialValue, value } = useField<number | string | null>({ path });
  const { setValue: fill, value: other } = useField<number | string | null>({ path: fills });
  const isKept = useFormFields(([fields]) => typeof fields[kept]?.value === 'string');
  const before = useRef(value);
  // Not what somebody else has chosen, when the form shows that.
  const isChosen = value !== initialValue;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a choice fills it
  useEffect(() => {
    const isOther = value !== before.current;
    before.current = value;
    if (value && isOther && isChosen && !other && !isKept) fill(value);
  }, [value]);
  const image = useAnswer<Image>(value ? `/${String(field.relationTo)}/${value}?depth=0` : undefined, '');
  const { alt, filename, id, legacy_url: address } = image ?? {};
  if (!value || String(id) !== String(value) || filename || !address) return null;
  return (
    <p style={{ margin: 'calc(var(--base) / 4) 0', overflowWrap: 'anywhere' }}>
      <strong>{alt}</strong>
      <br />
      <a href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </a>
    </p>
  );
}

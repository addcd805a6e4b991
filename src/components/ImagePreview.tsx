'use client';

import { useDocumentInfo, useFormFields } from '@payloadcms/ui';
import { Picture } from './Picture.tsx';

/** In the form of an image that has no file: what its address shows. Payload itself shows files only. */
export function ImagePreview() {
  const { savedDocumentData } = useDocumentInfo();
  const address = useFormFields(([fields]) => fields.legacy_url?.value);
  const hasFile = useFormFields(([fields]) => Boolean(fields.file?.value));
  if (hasFile || savedDocumentData?.filename) return null;
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  return <Picture src={address} style={{ maxWidth: '100%', maxHeight: '24rem' }} />;
}

'use client';

import { useDocumentInfo, useFormFields, useFormSubmitted, useTranslation } from '@payloadcms/ui';
import { NOTHING_TO_SHOW } from '../../../collections/media/messages.ts';
import { translate } from '../../payload/i18n/bilingual.ts';
import { Picture } from './Picture.tsx';

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

'use client';

import { PublishButton as PayloadPublishButton, useDocumentInfo, useTranslation } from '@payloadcms/ui';

/** Payload's button, without the word "changes" if the document is not published. */
export function PublishButton() {
  const { t } = useTranslation();
  const { hasPublishedDoc } = useDocumentInfo();
  return <PayloadPublishButton {...(!hasPublishedDoc && { label: t('version:publish') })} />;
}

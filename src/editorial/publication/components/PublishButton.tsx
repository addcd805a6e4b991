'use client';

import { PublishButton as PayloadPublishButton, useDocumentInfo, useTranslation } from '@payloadcms/ui';

/** Payload's button, which speaks of changes also where nothing is published that could have any. */
export function PublishButton() {
  const { t } = useTranslation();
  const { hasPublishedDoc } = useDocumentInfo();
  return <PayloadPublishButton {...(!hasPublishedDoc && { label: t('version:publish') })} />;
}

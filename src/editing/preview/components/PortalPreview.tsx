'use client';

import { useDocumentInfo, useTranslation } from '@payloadcms/ui';
import { translate } from '../../../payload/i18n/bilingual.ts';
import { DocumentPanel } from '../../DocumentPanel.tsx';
import { WORDS } from '../words.ts';
import { PreviewPanel } from './PreviewPanel.tsx';

/** A button that opens what the portal would read of the form's document. */
export function PortalPreview() {
  const { language } = useTranslation().i18n;
  const { isTrashed } = useDocumentInfo();
  if (isTrashed) return null;
  return (
    <DocumentPanel
      className="portal-preview"
      id="action-portal-preview"
      label={translate(WORDS.button, language)}
      title={translate(WORDS.title, language)}
    >
      {(close) => <PreviewPanel onLeave={close} />}
    </DocumentPanel>
  );
}

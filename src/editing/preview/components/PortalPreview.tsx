'use client';

import { Button, Drawer, useDocumentInfo, useDrawerSlug, useModal, useTranslation } from '@payloadcms/ui';
import { translate } from '../../../payload/i18n/bilingual.ts';
import { WORDS } from '../words.ts';
import { PreviewPanel } from './PreviewPanel.tsx';

/** A button that opens what the portal would read of the form's document. */
export function PortalPreview({ timeZone }: { timeZone: string }) {
  const { language } = useTranslation().i18n;
  const { isTrashed } = useDocumentInfo();
  const { openModal } = useModal();
  const drawer = useDrawerSlug('portal-preview');
  if (isTrashed) return null;
  return (
    <>
      <Button
        buttonStyle="secondary"
        extraButtonProps={{ 'aria-haspopup': 'dialog', title: translate(WORDS.title, language) }}
        id="action-portal-preview"
        margin={false}
        onClick={() => openModal(drawer)}
        size="medium"
        type="button"
      >
        {translate(WORDS.button, language)}
      </Button>
      <Drawer className="portal-preview" slug={drawer} title={translate(WORDS.title, language)}>
        <PreviewPanel drawer={drawer} timeZone={timeZone} />
      </Drawer>
    </>
  );
}

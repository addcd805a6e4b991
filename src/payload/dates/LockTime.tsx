'use client';

import { useDocumentInfo, useModal, useTranslation } from '@payloadcms/ui';
import { useEffect } from 'react';
import { formatTime } from '../../i18n/zonedTime.ts';

/** What Payload calls the dialog that says who has a document. */
const DIALOG = 'document-locked';

/**
 * Has that dialog say when its owner last did something in the time of the portal; Payload 3.90 writes it in American English,
 * and in the time of the browser.
 *
 * Depends on it: knowing whether a colleague is still there.
 */
export function LockTime({ timeZone }: { timeZone: string }) {
  const { lastUpdateTime } = useDocumentInfo();
  const { isModalOpen } = useModal();
  const { i18n } = useTranslation();
  const isOpen = isModalOpen(DIALOG);
  useEffect(() => {
    const time = isOpen && document.querySelector(`.${DIALOG}__content p:last-child strong`);
    if (time && lastUpdateTime)
      time.textContent = formatTime(new Date(lastUpdateTime), { timeZone, language: i18n.language });
  });
  return null;
}

'use client';

import { useDocumentInfo, useModal, useTranslation } from '@payloadcms/ui';
import { useEffect } from 'react';
import { formatTime } from '../i18n/zonedTime.ts';

/** Payload's slug of the dialog that names the owner of a lock. */
const DIALOG = 'document-locked';

/**
 * Shows the time of the owner's last activity in the portal's time zone. Payload 3.90 shows it in American English and in the
 * browser's time zone.
 *
 * Needed for: judging whether a colleague is still active.
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

'use client';

import { useModal, useTranslation } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { REASON_HEADER } from '../../../../collections/save/messages.ts';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { addToWriteRequests } from '../../../payload/requests.ts';
import { ReasonInput } from '../../forms/labels.tsx';

const REASON = bilingual(
  'Αιτιολογία (προαιρετική, μένει στο ιστορικό)',
  'Reason (optional, kept in the history)',
);

/** Payload's dialogs that ask before something is withdrawn, trashed or deleted: of a form, of a list's selection. */
const DIALOG = /un-?publish|^delete-|confirm-delete-many/i;

/**
 * Asks in Payload's dialogs for the reason of a withdrawal or a deletion, and sends it with the request. A provider, since these dialogs have no place
 * for other components.
 * @param collections the slugs of those whose actions are recorded
 */
export function WithdrawalReason({ children, collections }: { children?: ReactNode; collections: string[] }) {
  const { language } = useTranslation().i18n;
  const { modalState } = useModal();
  const [place, setPlace] = useState<Element | null>(null);
  const reason = useRef('');
  const id = useId();
  const [, shown = ''] = /\/collections\/([^/]+)/.exec(usePathname()) ?? [];
  const [dialog] =
    Object.entries(modalState ?? {}).find(([slug, { isOpen }]) => isOpen && DIALOG.test(slug)) ?? [];
  const open = collections.includes(shown) ? dialog : undefined;
  useEffect(() => {
    // Its request is answered before it closes.
    reason.current = '';
    if (open === undefined) return setPlace(null);
    // The dialog is in the page one turn after it is open.
    const frame = requestAnimationFrame(() =>
      setPlace(document.getElementById(open)?.querySelector('[class*="__content"]') ?? null),
    );
    return () => cancelAnimationFrame(frame);
  }, [open]);
  useEffect(
    () =>
      addToWriteRequests(({ method, path: [slug = ''] }): Record<string, string> => {
        const said = collections.includes(slug) ? reason.current.trim() : '';
        return (method === 'PATCH' || method === 'DELETE') && said
          ? { [REASON_HEADER]: encodeURIComponent(said) }
          : {};
      }),
    [collections],
  );
  return (
    <>
      {children}
      {place &&
        createPortal(
          <ReasonInput
            id={id}
            label={translate(REASON, language)}
            onChange={(text) => {
              reason.current = text;
            }}
          />,
          place,
        )}
    </>
  );
}

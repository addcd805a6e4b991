'use client';

import { getTranslation } from '@payloadcms/translations';
import { useConfig, useListQuery, useModal, useSelection, useTranslation } from '@payloadcms/ui';
import { type CSSProperties, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { bilingual, speak } from '../../i18n/bilingual.ts';
import { shortened } from '../../i18n/shortened.ts';
import { titleOf } from '../../i18n/titleOf.ts';
import { ErrorMessages } from './ErrorMessages.tsx';

/** `SelectAllStatus.AllAvailable`, which Payload does not export. */
const ALL_PAGES = 'allAvailable';

/** More are counted, not named. */
const NAMED = 8;

const ALL = bilingual(
  'Όλα όσα δείχνει η λίστα, σε όλες τις σελίδες της.',
  'Everything that the list shows, on all of its pages.',
);

/** Where Payload asks whether to go on with something that is about many documents. */
const QUESTIONS = '.confirmation-modal__content, .edit-many__header__title';

const style: CSSProperties = { display: 'block', font: '1rem / 1.5 var(--font-body)' };

/**
 * Has the dialogs of bulk actions say how many documents they are about, and which. Those of Payload 3.90 say neither of some,
 * and which of none.
 *
 * Depends on it: seeing a wrong selection before it is acted on.
 */
export function BulkSelection({ collectionSlug }: { collectionSlug: string }) {
  const { count, selectAll, selectedIDs } = useSelection();
  const { data } = useListQuery();
  const { modalState } = useModal();
  const { getEntityConfig } = useConfig();
  const { i18n } = useTranslation();
  const [question, setQuestion] = useState<Element | null>(null);
  const isAsked = Boolean(count) && Object.values(modalState).some((each) => each?.isOpen);
  useEffect(() => {
    setQuestion(isAsked ? document.querySelector(QUESTIONS) : null);
  }, [isAsked]);
  if (!question || !count) return <ErrorMessages />;

  const { admin, labels } = getEntityConfig({ collectionSlug });
  const titles = (data?.docs ?? [])
    .filter(({ id }) => selectedIDs.includes(id))
    .map((each) => `«${shortened(titleOf(admin, each) ?? each.id)}»`);
  const named = titles.slice(0, NAMED).join(', ') + (titles.length > NAMED ? ' …' : '');
  const label = getTranslation(count === 1 ? labels.singular : labels.plural, i18n);
  const about = createPortal(
    <span style={style}>
      <strong>
        {label}: {count}.
      </strong>{' '}
      {String(selectAll) === ALL_PAGES ? speak(ALL, i18n.language) : named}
    </span>,
    question,
  );
  return (
    <>
      <ErrorMessages />
      {about}
    </>
  );
}

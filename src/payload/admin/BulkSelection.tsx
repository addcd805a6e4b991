'use client';

import { getTranslation } from '@payloadcms/translations';
import { useConfig, useListQuery, useModal, useSelection, useTranslation } from '@payloadcms/ui';
import { type CSSProperties, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { bilingual, shortened, titleOf, translate } from '../i18n/bilingual.ts';
import { ErrorMessages } from './ErrorMessages.tsx';

/** `SelectAllStatus.AllAvailable`, which Payload does not export. */
const ALL_PAGES = 'allAvailable';

/** The number of documents that are named. Further ones are counted. */
const MAX_NAMED = 8;

const ALL = bilingual(
  'Όλα όσα δείχνει η λίστα, σε όλες τις σελίδες της.',
  'Everything in this list, on all of its pages.',
);

/** The headings of Payload's dialogs for bulk actions. */
const QUESTIONS = '.confirmation-modal__content, .edit-many__header__title';

const style: CSSProperties = { display: 'block', font: '1rem / 1.5 var(--font-body)' };

/** Leaves out the button of the bulk edit. */
const WITHOUT_EDIT = <style>{'.edit-many__toggle { display: none; }'}</style>;

interface Props {
  collectionSlug: string;
  /** Whether fields of several documents can be edited at once. Otherwise `bulk/refuseEdit.ts` refuses it. */
  hasBulkEdit: boolean;
}

/**
 * Shows in the dialogs of bulk actions how many documents are affected, and which. Payload 3.90 names none, and in some
 * dialogs does not count them either.
 *
 * Needed for: noticing a wrong selection before the action.
 */
export function BulkSelection({ collectionSlug, hasBulkEdit }: Props) {
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
  const always = (
    <>
      {!hasBulkEdit && WITHOUT_EDIT}
      <ErrorMessages />
    </>
  );
  if (!question || !count) return always;

  const { admin, labels } = getEntityConfig({ collectionSlug });
  const titles = (data?.docs ?? [])
    .filter(({ id }) => selectedIDs.includes(id))
    .map((each) => `«${shortened(titleOf(admin, each) ?? each.id)}»`);
  const named = titles.slice(0, MAX_NAMED).join(', ') + (titles.length > MAX_NAMED ? ' …' : '');
  const label = getTranslation(count === 1 ? labels.singular : labels.plural, i18n);
  const about = createPortal(
    <span style={style}>
      <strong>
        {label}: {count}.
      </strong>{' '}
      {String(selectAll) === ALL_PAGES ? translate(ALL, i18n.language) : named}
    </span>,
    question,
  );
  return (
    <>
      {always}
      {about}
    </>
  );
}

'use client';

import { useDocumentInfo, useTranslation } from '@payloadcms/ui';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { Alerts } from './Alerts.tsx';
import { RevertToPublished } from './RevertToPublished.tsx';
import { useOwnPublication } from './usePublication.ts';

const UNKNOWN = bilingual('δεν είναι γνωστή τώρα', 'not known at the moment');

/** The status of the form's document. Replaces Payload's. */
export function PublicationStatus() {
  const { i18n, t } = useTranslation();
  const { id } = useDocumentInfo();
  const { answer } = useOwnPublication();
  const known = id === undefined ? t('version:draft') : answer?.text;
  const text = known ?? (answer === null ? translate(UNKNOWN, i18n.language) : `${t('general:loading')}…`);
  return (
    <div className="status" title={answer?.detail}>
      <span className="status__label">{t('version:status')}: </span>
      <span className="status__value portal-status">{text}</span>
      {answer?.mayRevert && (
        <>
          {' — '}
          <RevertToPublished />
        </>
      )}
      <Alerts alerts={answer?.alerts ?? []} />
    </div>
  );
}

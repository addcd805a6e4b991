'use client';

import { useDocumentInfo, useTranslation } from '@payloadcms/ui';
import { InList } from './InList.tsx';
import { RevertToPublished } from './RevertToPublished.tsx';
import { usePublication } from './usePublication.ts';

/** How the document of a form stands, and where the portal shows it; in place of Payload's status. */
export function PublicationStatus() {
  const { t } = useTranslation();
  const {
    id,
    collectionSlug,
    data,
    hasPublishedDoc,
    hasPublishPermission,
    unpublishedVersionCount,
    versionCount,
  } = useDocumentInfo();
  const version = [versionCount, unpublishedVersionCount, hasPublishedDoc, data?.updatedAt].join(' ');
  const answer = usePublication(collectionSlug, id, version);
  const text = id === undefined ? t('version:draft') : answer?.text;
  const isChanged = answer?.standing === 'changed';
  return (
    <div className="status portal-status">
      <span className="status__label">{t('version:status')}: </span>
      <strong className="status__value">
        {text ?? (answer === null ? '—' : `${t('general:loading')}…`)}
      </strong>
      {answer?.detail && <span className="portal-status__detail"> {answer.detail}</span>}
      {isChanged && hasPublishPermission && (
        <>
          {' — '}
          <RevertToPublished />
        </>
      )}
      {answer?.list && (
        <>
          {' — '}
          <InList path={answer.list} apiId={answer.apiId} version={version} />
        </>
      )}
    </div>
  );
}

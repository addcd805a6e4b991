'use client';

import { useTranslation } from '@payloadcms/ui';
import type { DefaultCellComponentProps } from 'payload';
import { Alerts } from './Alerts.tsx';
import { usePublication } from './usePublication.ts';

/** The status of a document in list views and pickers. */
export function PublicationCell({ collectionSlug, rowData }: DefaultCellComponentProps) {
  const { t } = useTranslation();
  const answer = usePublication(collectionSlug, rowData.id, `${rowData.updatedAt} ${rowData._status}`);
  if (answer === undefined) return <span>{t('general:loading')}…</span>;
  if (answer === null) return <span>—</span>;
  return (
    <>
      <span title={answer.detail}>{answer.text}</span>
      <Alerts alerts={answer.alerts} />
    </>
  );
}

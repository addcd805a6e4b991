'use client';

import { useDocumentInfo, useField, useTranslation } from '@payloadcms/ui';
import type { DefaultCellComponentProps, RelationshipFieldClient } from 'payload';
import { bilingual, shortened, translate } from '../../../payload/i18n/bilingual.ts';
import { Alerts } from './Alerts.tsx';
import { RevertToPublished } from './buttons.tsx';
import { useOwnPublication, usePublication } from './usePublication.ts';

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

type Id = number | string;

/** Shows the status of each referenced document that is not simply published. */
export function ReferenceStates({ field, path }: { field: RelationshipFieldClient; path: string }) {
  const { value } = useField<Id | Id[] | null>({ path });
  const collection = String(field.relationTo);
  return [value ?? []].flat().map((id) => <ReferenceState collection={collection} id={id} key={id} />);
}

function ReferenceState({ collection, id }: { collection: string; id: Id }) {
  const answer = usePublication(collection, id, '');
  if (!answer || answer.isShown) return null;
  return (
    <div className="field-description portal-reference-state">
      <span>
        {shortened(answer.title)}: <strong>{answer.text}</strong>
      </span>
    </div>
  );
}

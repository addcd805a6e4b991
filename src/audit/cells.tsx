'use client';

import { getTranslation } from '@payloadcms/translations';
import { FieldLabel, Link, useConfig, useField, useTranslation } from '@payloadcms/ui';
import type { DefaultCellComponentProps, JSONFieldClientProps } from 'payload';
import { flattenTopLevelFields, formatAdminURL } from 'payload/shared';
import { useTimeZone } from '../payload/dates/ZonedDates.tsx';
import { type AuditRow, SEVERAL } from './actions.ts';
import { countsText, noteText } from './words.ts';

type CellProps = Pick<DefaultCellComponentProps, 'rowData'>;

/** The title of the document that an entry is about, as a link to it, with the name of its collection. */
export function AuditDocumentCell({ rowData }: CellProps) {
  const { config, getEntityConfig } = useConfig();
  const { i18n } = useTranslation();
  const { action, collectionSlug, counts, document, title } = rowData as AuditRow;
  const labels = collectionSlug ? getEntityConfig({ collectionSlug })?.labels : undefined;
  const isGone = action === 'deleted' || action === 'userDeleted';
  const isOne = labels && document && document !== SEVERAL && !isGone;
  const href = formatAdminURL({
    adminRoute: config.routes.admin,
    path: `/collections/${collectionSlug}/${action === 'trashed' ? 'trash/' : ''}${document}`,
  });
  const words = title || (isOne ? document : countsText(counts, i18n.language) || '—');
  return (
    <>
      {isOne ? (
        <Link href={href} prefetch={false}>
          {words}
        </Link>
      ) : (
        <span>{words}</span>
      )}
      {labels && <div>{getTranslation(document === SEVERAL ? labels.plural : labels.singular, i18n)}</div>}
    </>
  );
}

/** The labels of the fields that changed. */
export function AuditFieldsCell({ rowData }: CellProps) {
  const { getEntityConfig } = useConfig();
  const { i18n } = useTranslation();
  const { collectionSlug, fields } = rowData as AuditRow;
  if (!fields) return '—';
  const entity = collectionSlug
    ? getEntityConfig({ collectionSlug })
    : getEntityConfig({ globalSlug: 'portal-settings' });
  const known = flattenTopLevelFields(entity?.fields ?? [], { keepPresentationalFields: false });
  const labelOf = (name: string) => {
    const field = known.find((each) => 'name' in each && each.name === name);
    const label = field && 'label' in field && field.label;
    return label ? getTranslation(label as never, i18n) : name;
  };
  return fields.split(', ').map(labelOf).join(', ');
}

export function AuditNoteCell({ rowData }: CellProps) {
  const timeZone = useTimeZone() ?? 'UTC';
  const { i18n } = useTranslation();
  return noteText(rowData as AuditRow, { timeZone, language: i18n.language }) || '—';
}

/** Nobody is named where the server itself did it, or a command. */
export function AuditWhoCell({ rowData }: CellProps) {
  return (rowData as AuditRow).who || '—';
}

export function AuditCountsCell({ rowData }: CellProps) {
  const { i18n } = useTranslation();
  return countsText((rowData as AuditRow).counts, i18n.language) || '—';
}

/** The counts of an entry, in its form. */
export function AuditCounts({ field, path }: JSONFieldClientProps) {
  const { value } = useField<AuditRow['counts']>({ path });
  const { i18n } = useTranslation();
  return (
    <div className="field-type">
      <FieldLabel as="span" label={field.label} />
      <div>{countsText(value, i18n.language) || '—'}</div>
    </div>
  );
}

'use client';

import { getTranslation } from '@payloadcms/translations';
import { FieldLabel, Link, useConfig, useDocumentInfo, useTranslation } from '@payloadcms/ui';
import type { DefaultCellComponentProps, TextFieldClientProps } from 'payload';
import { flattenTopLevelFields, formatAdminURL } from 'payload/shared';
import type { ReactNode } from 'react';
import { useTimeZone } from '../payload/dates/ZonedDates.tsx';
import { formatTime } from '../payload/i18n/zonedTime.ts';
import type { AuditRow } from './actions.ts';
import { actionText, noteText } from './words.ts';

interface ValueProps {
  row: AuditRow;
}

function useStyle() {
  const timeZone = useTimeZone() ?? 'UTC';
  return { timeZone, language: useTranslation().i18n.language };
}

/** The title of the document that an entry is about, as a link to it, with the name of its collection. */
function AuditedDocument({ row }: ValueProps) {
  const { config, getEntityConfig } = useConfig();
  const { i18n } = useTranslation();
  const { action, collectionSlug, document, title } = row;
  const labels = collectionSlug ? getEntityConfig({ collectionSlug })?.labels : undefined;
  const isGone = action === 'deleted' || action === 'userDeleted';
  const words = title || document;
  const href = formatAdminURL({
    adminRoute: config.routes.admin,
    path: `/collections/${collectionSlug}/${action === 'trashed' ? 'trash/' : ''}${document}`,
  });
  return (
    <>
      {labels && document && !isGone ? (
        <Link href={href} prefetch={false}>
          {words}
        </Link>
      ) : (
        words && <span>{words}</span>
      )}
      {labels && <div>{getTranslation(document ? labels.singular : labels.plural, i18n)}</div>}
    </>
  );
}

/** The labels of the fields that changed. */
function ChangedFields({ row: { collectionSlug, fields } }: ValueProps) {
  const { getEntityConfig } = useConfig();
  const { i18n } = useTranslation();
  if (!fields) return null;
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

function CollectionName({ row: { collectionSlug } }: ValueProps) {
  const { getEntityConfig } = useConfig();
  const { i18n } = useTranslation();
  const labels = collectionSlug ? getEntityConfig({ collectionSlug })?.labels : undefined;
  return labels ? getTranslation(labels.plural, i18n) : collectionSlug;
}

/** What is shown in other words than it is stored in. */
const SHOWN: Record<string, (props: ValueProps) => ReactNode> = {
  action: ({ row }) => actionText(row, useStyle().language),
  title: AuditedDocument,
  fields: ChangedFields,
  note: ({ row }) => noteText(row, useStyle()),
  // The list of versions shows its time.
  version: ({ row }) => {
    const style = useStyle();
    return row.version && formatTime(row.version, style);
  },
  collectionSlug: CollectionName,
};

function AuditValue({ name, row }: ValueProps & { name: string }) {
  const Shown = SHOWN[name];
  return Shown ? <Shown row={row} /> : String(row[name as keyof AuditRow] ?? '');
}

/** A value of an entry in the list; empty where there is none. */
export function AuditCell({ field, rowData }: DefaultCellComponentProps) {
  return <AuditValue name={'name' in field ? String(field.name) : ''} row={rowData as AuditRow} />;
}

/** A value of an entry on its page: as text, since nobody can change it. */
export function AuditField({ field, path }: TextFieldClientProps) {
  const row = useDocumentInfo().data as AuditRow | undefined;
  if (!row?.[path as keyof AuditRow]) return null;
  return (
    <div className="field-type" style={{ overflowWrap: 'anywhere', maxWidth: '60rem' }}>
      <FieldLabel as="span" label={field.label} />
      <div>
        <AuditValue name={path} row={row} />
      </div>
    </div>
  );
}

'use client';

import { getTranslation } from '@payloadcms/translations';
import { FieldLabel, Link, useConfig, useDocumentInfo, useTranslation } from '@payloadcms/ui';
import type { DefaultCellComponentProps, TextFieldClientProps } from 'payload';
import { flattenTopLevelFields, formatAdminURL } from 'payload/shared';
import type { ReactNode } from 'react';
import { useTimeStyle } from '../payload/dates/ZonedDates.tsx';
import { formatTime } from '../payload/i18n/zonedTime.ts';
import type { AuditRow } from './actions.ts';
import { actionText, noteText } from './words.ts';

/** What is shown in other words than it is stored in. */
const SHOWN: Partial<Record<string, (row: AuditRow, admin: AdminWords) => ReactNode>> = {
  action: (row, { style }) => actionText(row, style.language),
  title: titleOfEntry,
  fields: ({ fields }, { labelOf }) => fields?.split(', ').map(labelOf).join(', '),
  note: (row, { style }) => noteText(row, style),
  // The page of versions shows its time.
  version: ({ version }, { style }) => version && formatTime(version, style),
  collectionSlug: ({ collectionSlug }, { plural }) => plural ?? collectionSlug,
};

type AdminWords = ReturnType<typeof useAdminWords>;

/** What the admin calls the collection of an entry and its fields. */
function useAdminWords({ collectionSlug }: AuditRow) {
  const { config, getEntityConfig } = useConfig();
  const { i18n } = useTranslation();
  const style = useTimeStyle();
  const collection = collectionSlug ? getEntityConfig({ collectionSlug }) : undefined;
  const entity = collectionSlug ? collection : getEntityConfig({ globalSlug: 'portal-settings' });
  const labelOf = (name: string) => {
    const known = flattenTopLevelFields(entity?.fields ?? [], { keepPresentationalFields: false });
    const field = known.find((each) => 'name' in each && each.name === name);
    const label = field && 'label' in field && field.label;
    return label ? getTranslation(label as never, i18n) : name;
  };
  const { plural, singular } = collection?.labels ?? {};
  return {
    adminRoute: config.routes.admin,
    labelOf,
    plural: plural && getTranslation(plural, i18n),
    singular: singular && getTranslation(singular, i18n),
    style,
  };
}

/** The title of the document that an entry is about, as a link to it, with the name of its collection. */
function titleOfEntry(row: AuditRow, { adminRoute, plural, singular }: AdminWords): ReactNode {
  const { action, collectionSlug, document } = row;
  const title = row.title || document;
  const isGone = action === 'deleted' || action === 'userDeleted';
  const inTrash = action === 'trashed' ? 'trash/' : '';
  const path: `/${string}` = `/collections/${collectionSlug}/${inTrash}${document}`;
  return (
    <>
      {singular && document && !isGone ? (
        <Link href={formatAdminURL({ adminRoute, path })} prefetch={false}>
          {title}
        </Link>
      ) : (
        title && <span>{title}</span>
      )}
      {singular && <div>{document ? singular : plural}</div>}
    </>
  );
}

function AuditValue({ name, row }: { name: string; row: AuditRow }) {
  const words = useAdminWords(row);
  const shown = SHOWN[name];
  return shown ? shown(row, words) : String(row[name as keyof AuditRow] ?? '');
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

'use client';

import { DefaultCell, useConfig, useListRelationships, useTranslation } from '@payloadcms/ui';
import { formatDocTitle } from '@payloadcms/ui/shared';
import type { DefaultCellComponentProps, RelationshipFieldClient, UploadFieldClient } from 'payload';
import { Fragment, useEffect } from 'react';

type Id = number | string;
type CellProps = DefaultCellComponentProps<RelationshipFieldClient | UploadFieldClient, Id | Id[] | null>;

/** The number of documents that are named, as in Payload's own cell. Further ones are counted. */
const MAX_NAMED = 3;

/**
 * Shows the titles of the documents that a row refers to, for uploads with a thumbnail. It replaces the cell of Payload 3.90,
 * which loads the titles when an IntersectionObserver reports it as visible. If two reports arrive together (the list loads,
 * rows move up), that cell reads the older one and shows a set relationship as empty. For fields with one collection in
 * `relationTo`.
 *
 * Upstream: payloadcms/payload#18108, #18109.
 * Needed for: lists that show what an element embeds.
 */
export function RelationshipCell(props: CellProps) {
  const { cellData, field } = props;
  const ids = [cellData ?? []].flat();
  if (ids.length === 0) return <DefaultCell {...props} cellData={null} />;
  return <DefaultCell {...props} cellData={<Titles relationTo={String(field.relationTo)} ids={ids} />} />;
}

function Titles({ relationTo, ids }: { relationTo: string; ids: Id[] }) {
  const { documents, getRelationships } = useListRelationships();
  const { config, getEntityConfig } = useConfig();
  const { i18n, t } = useTranslation();
  const named = ids.slice(0, MAX_NAMED);
  const asked = JSON.stringify(named);

  useEffect(() => {
    getRelationships((JSON.parse(asked) as Id[]).map((value) => ({ relationTo, value })));
  }, [asked, relationTo, getRelationships]);

  function title(id: Id) {
    const document = documents[relationTo]?.[id];
    const fallback = `${t('general:untitled')} - ID: ${id}`;
    if (document === false) return fallback;
    if (!document) return `${t('general:loading')}...`;
    const collectionConfig = getEntityConfig({ collectionSlug: relationTo });
    const text = formatDocTitle({
      collectionConfig,
      data: document,
      dateFormat: config.admin.dateFormat,
      fallback,
      i18n,
    });
    if (!collectionConfig.upload) return text;
    const filename = { name: 'filename', type: 'text' } as const;
    return <DefaultCell collectionSlug={relationTo} field={filename} cellData={text} rowData={document} />;
  }

  return (
    <>
      {named.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {title(id)}
        </Fragment>
      ))}
      {ids.length > MAX_NAMED && t('fields:itemsAndMore', { count: ids.length - MAX_NAMED, items: '' })}
    </>
  );
}

'use client';

import { getTranslation } from '@payloadcms/translations';
import { Link, useConfig, useTranslation } from '@payloadcms/ui';
import type { DefaultCellComponentProps } from 'payload';
import { formatAdminURL } from 'payload/shared';

/** The title of the document that a row is about, as a link to it, with the name of its collection. */
export function CheckedDocumentCell({ rowData }: Pick<DefaultCellComponentProps, 'rowData'>) {
  const { config, getEntityConfig } = useConfig();
  const { i18n } = useTranslation();
  const { collectionSlug, document, title } = rowData as Record<string, string>;
  const labels = getEntityConfig({ collectionSlug: String(collectionSlug) })?.labels;
  const href = formatAdminURL({
    adminRoute: config.routes.admin,
    path: `/collections/${collectionSlug}/${document}`,
  });
  return (
    <>
      <Link href={href} prefetch={false}>
        {title}
      </Link>
      {labels && <div>{getTranslation(labels.singular, i18n)}</div>}
    </>
  );
}

'use client';

import { getTranslation } from '@payloadcms/translations';
import { Link, useConfig, useTranslation } from '@payloadcms/ui';
import type { DefaultCellComponentProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { readable } from '../rules/finding.ts';

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

/** The address of a link as it is read, with letters in place of their codes. */
export function LinkAddressCell({ cellData }: Pick<DefaultCellComponentProps, 'cellData'>) {
  const address = String(cellData ?? '');
  return (
    <a href={address} rel="noreferrer" target="_blank">
      {readable(address)}
    </a>
  );
}

/** Long addresses break, so that a list fits into the window; and nothing can be done with rows, so none can be ticked. */
const STYLES = `
.table :is(.cell-_select, #heading-_select) { display: none; }
.table .cell-address { min-inline-size: 14rem; overflow-wrap: anywhere; white-space: normal; }
.table :is(.cell-words, .cell-note, .cell-title, .cell-fields) { min-inline-size: 8rem; overflow-wrap: anywhere; white-space: normal; }`;

/** Styles of the lists of links and findings, and of the audit log. They go with the list. */
export function RowListStyles() {
  return <style>{STYLES}</style>;
}

'use client';

import { Button, useConfig, useTranslation } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { bilingual, translate } from '../payload/i18n/bilingual.ts';
import { AUDIT_LOG } from './actions.ts';

const EXPORT = bilingual('Λήψη ως CSV', 'Download as CSV');

/** Downloads what the list's filter finds. */
export function ExportAuditLog() {
  const { config } = useConfig();
  const { i18n } = useTranslation();
  const query = new URLSearchParams(
    [...useSearchParams()].filter(([name]) => name.startsWith('where')),
  ).toString();
  const path = formatAdminURL({ apiRoute: config.routes.api, path: `/${AUDIT_LOG}/export` });
  return (
    <>
      <style href="portal-content-audit-log" precedence="default">
        {STYLES}
      </style>
      <Button
        buttonStyle="secondary"
        el="anchor"
        newTab={false}
        size="medium"
        url={query ? `${path}?${query}` : path}
      >
        {translate(EXPORT, i18n.language)}
      </Button>
    </>
  );
}

// Long words break. On a phone each entry is a few lines, so that none of it is beside the window.
const STYLES = `
.collection-list--portal-audit-log .table td { overflow-wrap: anywhere; white-space: normal; }
.collection-list--portal-audit-log .table .cell-note { min-width: 14rem; }
@media (max-width: 768px) {
  .collection-list--portal-audit-log .table thead { display: none; }
  .collection-list--portal-audit-log .table :is(table, tbody, tr, td) { display: block; }
  .collection-list--portal-audit-log .table tr { padding-block: 8px; }
  .collection-list--portal-audit-log .table td { max-width: none; padding-block: 2px; }
  .collection-list--portal-audit-log .table td:empty { display: none; }
}
`;

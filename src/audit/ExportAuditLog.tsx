'use client';

import { Button, useConfig, useTranslation } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { bilingual, translate } from '../payload/i18n/bilingual.ts';
import { AUDIT_LOG } from './actions.ts';
import { phoneRows } from './phoneRows.ts';

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

const TABLE = '.collection-list--portal-audit-log .table';
const STYLES = `
${TABLE} td { overflow-wrap: anywhere; white-space: normal; }
${TABLE} .cell-note { min-width: 14rem; }
${phoneRows(TABLE)}`;

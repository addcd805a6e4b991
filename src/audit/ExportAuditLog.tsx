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
    <Button
      buttonStyle="secondary"
      el="anchor"
      newTab={false}
      size="small"
      url={query ? `${path}?${query}` : path}
    >
      {translate(EXPORT, i18n.language)}
    </Button>
  );
}

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
  const where = [...useSearchParams()].filter(([name]) => name.startsWith('where'));
  const path = formatAdminURL({ apiRoute: config.routes.api, path: `/${AUDIT_LOG}/export` });
  const url = `${path}?${new URLSearchParams(where)}`;
  return (
    <Button buttonStyle="secondary" el="anchor" newTab={false} size="medium" url={url}>
      {translate(EXPORT, i18n.language)}
    </Button>
  );
}

'use client';

import { Button, useConfig, useListDrawerContext, useListQuery, useTranslation } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { translate } from '../../../payload/i18n/bilingual.ts';
import { WORDS } from '../words.ts';

/** Not in a drawer that selects a document. */
export function OrderButton() {
  const { routes } = useConfig().config;
  const { language } = useTranslation().i18n;
  const { collectionSlug } = useListQuery();
  const { isInDrawer } = useListDrawerContext();
  if (isInDrawer || !collectionSlug) return null;
  const path: `/${string}` = `/collections/${collectionSlug}/order`;
  return (
    <Button
      buttonStyle="secondary"
      el="link"
      id="action-order"
      margin={false}
      size="medium"
      to={formatAdminURL({ adminRoute: routes.admin, path })}
    >
      {translate(WORDS.change, language)}
    </Button>
  );
}

'use client';

import { useSelection, useTranslation } from '@payloadcms/ui';

/** Leaves out of a list the buttons of what `bulk.ts` refuses: the bulk edit, and to unpublish all pages. */
export function WithoutRefused() {
  const { selectAll } = useSelection();
  const { t } = useTranslation();
  // The button has no name of its own.
  const unpublish = `.list-selection__actions [aria-label=${JSON.stringify(t('version:unpublish'))}]`;
  const refused = ['.edit-many__toggle', ...(String(selectAll) === 'allAvailable' ? [unpublish] : [])];
  return <style>{`${refused.join(', ')} { display: none; }`}</style>;
}

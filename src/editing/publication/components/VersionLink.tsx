'use client';

import { Link, useConfig, useDocumentInfo, useModal } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';

/** Links to a version, compared with the previous one. Within the comparison view, selects the version to compare with. */
export function VersionLink({ id, time }: { id: number | string; time: string }) {
  const { config } = useConfig();
  const { closeAllModals } = useModal();
  const { id: document, collectionSlug, isTrashed } = useDocumentInfo();
  const pathname = usePathname();
  const isCompared = /\/versions\/[^/]+$/.test(pathname);
  const trash = isTrashed ? 'trash/' : '';
  const path: `/${string}` = `/collections/${collectionSlug}/${trash}${document}/versions/${id}`;
  const href = isCompared
    ? `${pathname}?versionFrom=${id}`
    : formatAdminURL({ adminRoute: config.routes.admin, path });
  return (
    <Link href={href} onClick={() => isCompared && closeAllModals()} prefetch={false}>
      {time}
    </Link>
  );
}

'use client';

import { Link, useConfig, useDocumentInfo, useModal } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';

/** To a version, compared with the one before it; beside a version that is looked at, to the comparison of both. */
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

'use client';

import {
  Gutter,
  Link,
  Pagination,
  SetDocumentStepNav,
  useConfig,
  useDocumentInfo,
  useModal,
  useTranslation,
} from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { useEffect, useState } from 'react';
import { bilingual, speak } from '../../../i18n/bilingual.ts';
import type { ShownVersion, VersionsPage } from '../versions.ts';

const TIME = bilingual('Ώρα', 'Time');
const WHO = bilingual('Από', 'By');
const WITHDRAWAL = bilingual('Απόσυρση', 'Withdrawal');

const STATUSES = {
  autosave: 'version:autosave',
  current: 'version:currentlyPublished',
  draft: 'version:draft',
  former: 'version:previouslyPublished',
} as const;

/**
 * The versions of a document, with who made each and when; in place of Payload's list, whose columns are fixed. It also
 * stands in the drawer in which a version is chosen to compare with.
 */
export function VersionsView() {
  const { i18n, t } = useTranslation();
  const { getEntityConfig } = useConfig();
  const { id, collectionSlug = '', isTrashed = false } = useDocumentInfo();
  const [page, setPage] = useState(1);
  const shown = useVersions(collectionSlug, id, page);
  const config = getEntityConfig({ collectionSlug });
  const nav = {
    collectionSlug,
    id,
    isTrashed,
    pluralLabel: config?.labels?.plural,
    useAsTitle: config?.admin?.useAsTitle,
    view: t('version:versions'),
  };
  return (
    <main className="versions">
      <SetDocumentStepNav {...nav} />
      <Gutter className="versions__wrap">
        {shown === null && <p>{t('error:unknown')}</p>}
        {shown?.total === 0 && <p>{t('version:noFurtherVersionsFound')}</p>}
        {shown && shown.total > 0 && (
          <>
            <div className="table">
              <table cellPadding="0" cellSpacing="0">
                <thead>
                  <tr>
                    {[speak(TIME, i18n.language), speak(WHO, i18n.language), t('version:status')].map(
                      (text) => (
                        <th key={text}>{text}</th>
                      ),
                    )}
                  </tr>
                </thead>
                <tbody>
                  {shown.versions.map((version, index) => (
                    <tr className={`row-${index + 1}`} key={version.id}>
                      <td>
                        <VersionLink {...version} />
                      </td>
                      <td>{version.by ?? '—'}</td>
                      <td>
                        {version.status === 'withdrawal'
                          ? speak(WITHDRAWAL, i18n.language)
                          : t(STATUSES[version.status])}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {shown.pages > 1 && (
              <Pagination
                hasNextPage={shown.page < shown.pages}
                hasPrevPage={shown.page > 1}
                nextPage={shown.page + 1}
                numberOfNeighbors={1}
                onChange={setPage}
                page={shown.page}
                prevPage={shown.page - 1}
                totalPages={shown.pages}
              />
            )}
          </>
        )}
      </Gutter>
    </main>
  );
}

/** To a version, compared with the one before it; beside a version that is looked at, to the comparison of both. */
function VersionLink({ id, time }: ShownVersion) {
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

/** Undefined until they are there; null where they can't be had. */
function useVersions(collection: string, id: number | string | undefined, page: number) {
  const { routes, serverURL } = useConfig().config;
  const { language } = useTranslation().i18n;
  const [shown, setShown] = useState<VersionsPage | null>();
  useEffect(() => {
    let isGone = false;
    const path: `/${string}` = `/portal-publication/${collection}/${id}/versions?page=${page}`;
    const url = formatAdminURL({ apiRoute: routes.api, path, serverURL });
    fetch(url, { credentials: 'include', headers: { 'Accept-Language': language } })
      .then(async (response) => {
        if (!response.ok) throw new Error(`${url}: ${response.status}`);
        return (await response.json()) as VersionsPage;
      })
      .then(
        (versions) => !isGone && setShown(versions),
        () => !isGone && setShown(null),
      );
    return () => {
      isGone = true;
    };
  }, [collection, id, page, language, routes.api, serverURL]);
  return shown;
}

'use client';
import { useConfig, useListQuery, useSelection } from '@payloadcms/ui';
import { useEffect } from 'react';
import { BASE_HEADER } from '../../../collections/save/headers.ts';
import { onWriteRequests } from '../../payload/form/writeRequests.ts';

/** `SelectAllStatus.AllAvailable`, which Payload does not export. */
const ALL_PAGES = 'allAvailable';

/** In a list: a bulk action says in which states the list shows its documents, unless it is for all pages. */
export function BulkBases({ collectionSlug }: { collectionSlug: string }) {
  const { selectAll, selectedIDs } = useSelection();
  const { data } = useListQuery();
  const { routes } = useConfig().config;
  useEffect(() => {
    if (String(selectAll) === ALL_PAGES) return;
    const bases = (data?.docs ?? [])
      .filter(({ id, updatedAt }) => updatedAt && selectedIDs.includes(id))
      .map(({ id, updatedAt }) => `${encodeURIComponent(id)}=${updatedAt}`);
    if (bases.length === 0) return;
    return onWriteRequests(routes.api, ({ method, path }, send) =>
      method === 'PATCH' && path.join('/') === collectionSlug
        ? send({ [BASE_HEADER]: bases.join(',') })
        : undefined,
    );
  }, [collectionSlug, data, routes.api, selectAll, selectedIDs]);
  return null;
}

'use client';
import { useDocumentInfo } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import { useApi } from '../admin/useApi.ts';

/**
 * Unpublishing and reverting leave the form of Payload 3.90 with the time of the version before them. At the next change it
 * would take them for the work of somebody else, and offer nothing but to load the document again.
 *
 * Upstream: payloadcms/payload#15749, which brought the comparison; #16752 has the same cause.
 * Depends on it: going on after an unpublish or a revert.
 */
export function useOwnChanges(): void {
  const { id, collectionSlug, data, hasPublishedDoc, setData, unpublishedVersionCount } = useDocumentInfo();
  const ask = useApi();
  const latest = useRef({ data, setData });
  latest.current = { data, setData };
  const state = `${id} ${hasPublishedDoc} ${unpublishedVersionCount}`;
  const known = useRef(state);
  useEffect(() => {
    if (known.current === state) return;
    known.current = state;
    if (id === undefined || collectionSlug === undefined) return;
    const take = ({ updatedAt }: { updatedAt?: string }) => {
      if (updatedAt) latest.current.setData({ ...latest.current.data, updatedAt });
    };
    // Without an answer, the form asks more than it must.
    ask(`/${collectionSlug}/${id}?draft=true&depth=0&select[updatedAt]=true`)
      .then((response) => response.json())
      .then(take, () => undefined);
  }, [ask, collectionSlug, id, state]);
}

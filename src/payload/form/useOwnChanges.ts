'use client';
import { useDocumentInfo } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import { useApi } from '../admin/useApi.ts';

/**
 * Updates the form's `updatedAt` after an unpublish or a revert. Payload 3.90 leaves the old value; with the next change the
 * form would report a change of another user, and offer only to reload the document.
 *
 * Upstream: payloadcms/payload#15749, which introduced the comparison; #16752 has the same cause.
 * Needed for: editing after an unpublish or a revert.
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
    // If the request fails, the form only asks an unnecessary question.
    ask(`/${collectionSlug}/${id}?draft=true&depth=0&select[updatedAt]=true`)
      .then((response) => response.json())
      .then(take, () => undefined);
  }, [ask, collectionSlug, id, state]);
}

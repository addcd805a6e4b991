'use client';
import {
  useConfig,
  useDocumentInfo,
  useForm,
  useFormFields,
  useFormModified,
  useLocale,
  useModal,
} from '@payloadcms/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Newest, ORDER_HEADER } from '../../../collections/save/headers.ts';
import { bodyOf, useApi } from '../../payload/admin/useApi.ts';
import { onWriteRequests } from '../../payload/form/writeRequests.ts';
import { type Base, headersOf, newBase, refusedFor, sendInOrder } from './baseOf.ts';

/** Milliseconds between looks at the newest state, while the page is seen. */
const INTERVAL = 20_000;

/** Payload's dialog, which only offers to throw away what was typed. */
const SAVED_MEANWHILE = 'document-stale-data';

interface Document {
  collection: string;
  id: number | string;
}

/** The state that somebody else has saved since this form was loaded. */
export interface Newer {
  newest: Newest | undefined;
  /** Bases the next save on it, which overwrites it. */
  goOn(): void;
  /** Shows it in the form, in place of what was typed. */
  load(newest: Newest): Promise<void>;
}

/**
 * Makes each save of the form say what it is based on, and watches for newer states of its document: a form without changes
 * shows them, a changed one is told.
 * @param orderKey the field with the integer by which the list is ordered
 */
export function useNewer({ collection, id }: Document, orderKey: string | undefined): Newer {
  const { data, setData } = useDocumentInfo();
  const { routes } = useConfig().config;
  const modified = useFormModified();
  const [newest, setNewest] = useState<Newest>();
  const [base] = useState(() => newBase({ collection, id, updatedAt: data?.updatedAt }));
  const order = useFormFields(([fields]) => (orderKey ? fields[orderKey]?.initialValue : undefined));
  base.order = typeof order === 'number' ? String(order) : undefined;
  const load = useLoad(base);
  const updatedAt: string | undefined = data?.updatedAt;
  useEffect(() => {
    // The form has saved, or was loaded again.
    if (updatedAt !== undefined) base.updatedAt = updatedAt;
    setNewest(undefined);
  }, [base, updatedAt]);

  useEffect(
    () =>
      onWriteRequests(routes.api, ({ method, path, query }, send) => {
        // A plan saves the form as a draft.
        if (method === 'POST' && path.join('/') === [collection, String(id), 'planned'].join('/'))
          return send(base.order === undefined ? {} : { [ORDER_HEADER]: base.order });
        if (!isOfForm(base, method, path)) return undefined;
        return sendInOrder(base, query.get('autosave') === 'true', send).then(async (response) => {
          const refused = await refusedFor(response);
          if (refused) setNewest(refused.newest);
          if (response.ok)
            await taken.current?.(response, method === 'POST' || query.has('unpublishAllLocales'));
          return response;
        });
      }),
    [base, collection, id, routes.api],
  );

  // After an unpublish or a revert the form of Payload 3.90 keeps the old `updatedAt`, and would report the user's own change
  // as that of another user (#15749, #16752).
  const taken = useRef<(response: Response, isApart: boolean) => Promise<void>>(undefined);
  taken.current = async (response, isApart) => {
    setNewest(undefined);
    if (!isApart) return;
    const { doc } = await response.clone().json();
    setData(doc);
  };
  const found = useRef<(newest: Newest | undefined) => void>(undefined);
  found.current = (other) => {
    if (!other || modified) setNewest(other);
    else void load(other).catch(() => setNewest(other));
  };
  useLooks(
    base,
    useCallback((other) => found.current?.(other), []),
  );

  const goOn = () => {
    if (newest) base.updatedAt = newest.updatedAt;
    setNewest(undefined);
  };
  return { newest, goOn, load };
}

function isOfForm({ collection, id }: Document, method: string, path: string[]): boolean {
  const own = [collection, String(id)].join('/');
  if (method === 'PATCH') return path.join('/') === own;
  return method === 'POST' && path.join('/') === `portal-publication/${own}/revert`;
}

/** Asks for the newest state now and then, when the page is seen again, and when Payload has noticed one. */
function useLooks(base: Base, onFound: (newest: Newest | undefined) => void): void {
  const ask = useApi();
  const { closeModal, isModalOpen } = useModal();
  const look = useCallback(async () => {
    if (document.visibilityState !== 'visible' || base.pending || base.updatedAt === undefined) return;
    const before = base.updatedAt;
    const headers = headersOf({ ...base, saves: base.saves + 1 });
    const response = await ask(`/portal-publication/${base.collection}/${base.id}/newest`, { headers });
    const { newest } = await bodyOf<{ newest: Newest | null }>(response);
    if (!base.pending && base.updatedAt === before) onFound(newest ?? undefined);
  }, [ask, base, onFound]);
  useEffect(() => {
    // Without an answer, the next save is judged all the same.
    const again = () => void look().catch(() => {});
    const timer = setInterval(again, INTERVAL);
    document.addEventListener('visibilitychange', again);
    window.addEventListener('focus', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('focus', again);
    };
  }, [look]);
  const isNoticed = isModalOpen(SAVED_MEANWHILE);
  useEffect(() => {
    if (!isNoticed) return;
    closeModal(SAVED_MEANWHILE);
    void look().catch(() => {});
  }, [closeModal, isNoticed, look]);
}

/** Shows the newest state in the form. */
function useLoad(base: Base): (newest: Newest) => Promise<void> {
  const ask = useApi();
  const { code: locale } = useLocale();
  const { reset, setDisabled } = useForm();
  const {
    incrementVersionCount,
    isTrashed,
    setData,
    setHasPublishedDoc,
    setMostRecentVersionIsAutosaved,
    setUnpublishedVersionCount,
  } = useDocumentInfo();
  return async ({ isDraft, isPublished }) => {
    const { collection, id } = base;
    const query = new URLSearchParams({
      draft: 'true',
      depth: '0',
      'fallback-locale': 'null',
      trash: 'true',
      ...(locale && { locale }),
    });
    setDisabled(true);
    try {
      const response = await ask(`/${collection}/${id}?${query}`);
      const doc = await bodyOf<{ deletedAt?: unknown; updatedAt: string }>(response);
      // The page of a document in the trash is another one.
      if (Boolean(doc.deletedAt) !== Boolean(isTrashed)) return window.location.reload();
      await reset(doc);
      base.updatedAt = doc.updatedAt;
      setData(doc as never);
      setHasPublishedDoc(isPublished);
      setUnpublishedVersionCount(isDraft ? 1 : 0);
      setMostRecentVersionIsAutosaved(false);
      incrementVersionCount();
    } finally {
      setDisabled(false);
    }
  };
}

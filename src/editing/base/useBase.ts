'use client';
import {
  useDocumentInfo,
  useForm,
  useFormFields,
  useFormModified,
  useFormProcessing,
  useLocale,
  useModal,
} from '@payloadcms/ui';
import { flattenTopLevelFields } from 'payload/shared';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  ACCOUNT_HEADER,
  BASE_FIELD,
  type Newest,
  type SentBase,
} from '../../../collections/save/sentBase.ts';
import { bodyOf, useApi } from '../../payload/admin/useApi.ts';
import type { KeyUser } from '../../payload/form/keptWords.tsx';
import { addToWriteRequests } from '../../payload/requests.ts';

/** Milliseconds between looks at the newest state, while the page is seen. */
const INTERVAL = 20_000;

/** Milliseconds that a look may wait for what the panels of a form ask. */
const WAIT = 500;

/** Payload's dialog, which only offers to throw away what was typed. */
const SAVED_MEANWHILE = 'document-stale-data';

/** What the saves of a form are based on, and the state that somebody else has saved since. */
export interface FormBase {
  newest: Newest | undefined;
  /** The names of those who have it open, too. */
  others: readonly string[];
  /** The next save will replace that. */
  isOverwriting: boolean;
  /** Bases the next save on it. */
  goOn(): void;
  /** Shows it in the form, in place of what was typed. */
  load(): Promise<void>;
  /** Gives the next save a higher number: one was sent. */
  next(): void;
}

interface Found {
  newest: Newest | null;
  others: readonly string[];
  /** The revision of the document's review. */
  review: string;
}

/** The path of the form's document or global, in the API and in the admin; undefined for a new one. */
export function useDocumentPath(): string | undefined {
  const { id, collectionSlug, globalSlug } = useDocumentInfo();
  if (globalSlug) return `globals/${globalSlug}`;
  return id === undefined ? undefined : `${collectionSlug}/${encodeURIComponent(id)}`;
}

/**
 * Has all that the form's page writes say which account has opened it, as long as it is open.
 * @param account for which the server has rendered the form
 * @returns that account. Payload's `useAuth` becomes whoever has signed in in another tab, and the server may render anew
 */
export function useOpener(account: KeyUser | undefined): KeyUser | undefined {
  const [opener] = useState(account);
  useEffect(() => {
    if (!opener) return;
    const headers = { [ACCOUNT_HEADER]: encodeURIComponent(`${opener.collection} ${opener.id}`) };
    return addToWriteRequests(() => headers);
  }, [opener]);
  return opener;
}

/**
 * Has each save of the form say what it is based on, in a field of its own, and watches for newer states of its document: a form
 * without changes shows them, a changed one is told.
 */
export function useBase(): FormBase {
  const { data, docConfig } = useDocumentInfo();
  const { dispatchFields } = useForm();
  const modified = useFormModified();
  const processing = useFormProcessing();
  const path = useDocumentPath();
  const [newest, setNewest] = useState<Newest>();
  const [others, setOthers] = useState<readonly string[]>([]);
  const updatedAt: string | undefined = data?.updatedAt;
  const [based, setBased] = useState<SentBase>(() => ({ updatedAt: '', form: randomKey(), save: 1 }));
  const [overwritten, setOverwritten] = useState<string>();

  // The form has saved, or was loaded again.
  useEffect(() => {
    if (updatedAt !== undefined) setBased((before) => ({ ...before, updatedAt }));
    setNewest(undefined);
  }, [updatedAt]);
  const next = useCallback(() => setBased((before) => ({ ...before, save: (before.save ?? 0) + 1 })), []);
  useEffect(() => {
    if (processing) next();
  }, [next, processing]);

  const field = flattenTopLevelFields(docConfig?.fields ?? []).find(
    (each) => 'name' in each && each.name === BASE_FIELD,
  );
  const orderKey: string | undefined = field?.admin?.custom?.orderKey;
  const order = useFormFields(([fields]) => (orderKey ? fields[orderKey]?.initialValue : undefined));
  const sent = useFormFields(([fields]) => fields[BASE_FIELD]?.value);
  const isKnown = field !== undefined && path !== undefined && based.updatedAt !== '';
  const value = isKnown ? { ...based, ...(typeof order === 'number' && { order }) } : undefined;
  // Each answer of the server to the form has none.
  const isSent = JSON.stringify(sent ?? null) === JSON.stringify(value ?? null);
  useEffect(() => {
    if (value && !isSent) dispatchFields({ type: 'UPDATE', path: BASE_FIELD, value, initialValue: value });
  });

  const load = useLoad(path);
  const found = useRef<(found: Found) => void>(undefined);
  found.current = ({ newest: other, others: names, review }) => {
    setOthers(names);
    setBased((before) => (before.review === review ? before : { ...before, review }));
    if (!other || modified) setNewest(other ?? undefined);
    else void load(other).catch(() => setNewest(other));
  };
  useLooks(isKnown && !processing ? { ...based, path } : undefined, found);

  return {
    newest,
    others,
    isOverwriting: overwritten !== undefined && overwritten === updatedAt,
    goOn: () => {
      if (newest) setBased((before) => ({ ...before, updatedAt: newest.updatedAt }));
      setNewest(undefined);
      // Until the next save.
      setOverwritten(updatedAt);
    },
    load: async () => {
      if (newest) await load(newest);
    },
    next,
  };
}

/** It needs no secure context, which a portal's own network may lack. */
const randomKey = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(2, '0')).join('-');

/**
 * Asks for the newest state at first, now and then, after each save, when the page is seen again, and when Payload has noticed one.
 * @param base undefined while it is not known, or the form is saving
 */
function useLooks(
  base: (SentBase & { path: string }) | undefined,
  found: { current: ((found: Found) => void) | undefined },
): void {
  const ask = useApi(WAIT);
  const { closeModal, isModalOpen } = useModal();
  const latest = useRef(base);
  latest.current = base;
  const look = useCallback(async () => {
    const before = latest.current;
    if (document.visibilityState !== 'visible' || !before) return;
    const { form, path, save, updatedAt } = before;
    const query = new URLSearchParams({ updatedAt, form: String(form), save: String(save), open: 'true' });
    const response = await ask(`/portal-publication/${path}/newest?${query}`);
    const answer = await bodyOf<Found>(response);
    // Not if the form has saved meanwhile.
    if (latest.current?.updatedAt === updatedAt) found.current?.(answer);
  }, [ask, found]);
  // Without an answer, the next save is judged all the same.
  const again = useCallback(() => void look().catch(() => {}), [look]);
  useEffect(() => {
    const timer = setInterval(again, INTERVAL);
    document.addEventListener('visibilitychange', again);
    window.addEventListener('focus', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('focus', again);
    };
  }, [again]);
  const save = base?.save;
  useEffect(() => {
    if (save !== undefined) again();
  }, [again, save]);
  const isNoticed = isModalOpen(SAVED_MEANWHILE);
  useEffect(() => {
    if (!isNoticed) return;
    closeModal(SAVED_MEANWHILE);
    again();
  }, [again, closeModal, isNoticed]);
}

/** Shows the newest state in the form. */
function useLoad(path: string | undefined): (newest: Newest) => Promise<void> {
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
    const query = new URLSearchParams({
      draft: 'true',
      depth: '0',
      'fallback-locale': 'null',
      trash: 'true',
      ...(locale && { locale }),
    });
    setDisabled(true);
    try {
      const response = await ask(`/${path}?${query}`);
      const doc = await bodyOf<{ deletedAt?: unknown; updatedAt: string }>(response);
      // The page of a document in the trash is another one.
      if (Boolean(doc.deletedAt) !== Boolean(isTrashed)) return window.location.reload();
      await reset(doc);
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

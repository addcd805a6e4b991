'use client';
import {
  useAllFormFields,
  useAuth,
  useDocumentInfo,
  useDocumentTitle,
  useForm,
  useFormModified,
  useFormProcessing,
  useServerFunctions,
} from '@payloadcms/ui';
import type { FormState } from 'payload';
import { reduceFieldsToValues } from 'payload/shared';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { forget, type Kept, keep, keptUnder, keyOf, openKeys, sayOpen } from './keptStore.ts';
import { type Data, isSame, typedIn } from './typed.ts';

/** How long after a change it is kept, in milliseconds. */
const DELAY = 400;

/** The prefix of the keys of the form's document, and the form's own key. A form that is loaded again is another one. */
function useKeys() {
  const { user } = useAuth();
  const { id = '', collectionSlug, docConfig, initialState, isTrashed } = useDocumentInfo();
  const users = user?.collection;
  const own = user?.id;
  // A user's form has passwords.
  const isUsers = Boolean(docConfig && 'auth' in docConfig && docConfig.auth);
  return useMemo(() => {
    if (!users || own === undefined || !collectionSlug || !initialState || isTrashed || isUsers)
      return undefined;
    const document = keyOf({ collection: users, id: own }, collectionSlug, id);
    const form = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    return { document, own: `${document} ${form}` };
  }, [collectionSlug, id, initialState, isTrashed, isUsers, own, users]);
}

/**
 * Keeps what is typed in the browser, by user, document and form, until it is saved or thrown away, and offers what earlier
 * forms of the same document have left. The form of Payload 3.90 has it in memory only.
 *
 * Needed for: words of a document that does not exist yet, and of any form that is closed before it is saved.
 */
export function useKeptWords() {
  const keys = useKeys();
  const isFull = useKeeping(keys?.own);
  const { left, setLeft } = useLeft(keys);
  const restoreIn = useRestore();
  const drop = useCallback(
    ({ key }: Kept) => {
      forget(key);
      setLeft((all) => all.filter((each) => each.key !== key));
    },
    [setLeft],
  );
  const restore = async (kept: Kept) => {
    if (await restoreIn(kept.data)) drop(kept);
  };
  return { left, restore, drop, isFull };
}

/** Keeps the form's typed values under a key. @returns whether the browser could not */
function useKeeping(own: string | undefined): boolean {
  const { data: saved } = useDocumentInfo();
  const { title } = useDocumentTitle();
  const [fields] = useAllFormFields();
  const modified = useFormModified();
  const processing = useFormProcessing();
  const [isFull, setFull] = useState(false);
  const updatedAt: string | undefined = saved?.updatedAt;
  const latest = useRef({ fields, modified, title, updatedAt });
  latest.current = { fields, modified, title, updatedAt };
  const savedAt = useRef(updatedAt);

  const settle = useCallback((key: string, { fields: state, ...now }: typeof latest.current) => {
    if (now.modified) {
      const data = typedIn(state);
      if (Object.keys(data).length === 0) return forget(key);
      setFull(!keep({ key, at: Date.now(), data, title: now.title ?? '', updatedAt: now.updatedAt }));
    } else if (now.updatedAt !== savedAt.current) {
      savedAt.current = now.updatedAt;
      forget(key);
    }
  }, []);

  useEffect(() => {
    if (!own) return;
    const now = () => settle(own, latest.current);
    window.addEventListener('pagehide', now);
    return () => {
      window.removeEventListener('pagehide', now);
      now();
    };
  }, [own, settle]);
  useEffect(() => {
    if (!own || processing) return;
    const now = { fields, modified, title, updatedAt };
    const timer = setTimeout(() => settle(own, now), modified ? DELAY : 0);
    return () => clearTimeout(timer);
  }, [fields, modified, own, processing, settle, title, updatedAt]);
  return isFull;
}

/** What forms of the same document have left that are not open any more. */
function useLeft(keys: { document: string; own: string } | undefined) {
  const { initialState } = useDocumentInfo();
  const [left, setLeft] = useState<Kept[]>([]);
  useEffect(() => {
    setLeft([]);
    if (!keys) return;
    let isGone = false;
    const end = sayOpen(keys.own);
    const look = async () => {
      const open = await openKeys();
      if (isGone) return;
      const current: Data = reduceFieldsToValues(initialState ?? {}, true);
      const isNew = ({ key, data }: Kept) => {
        if (open.has(key)) return false;
        const isUnsaved = Object.entries(data).some(([name, value]) => !isSame(value, current[name]));
        // Saved, but the page was gone before it could be forgotten.
        if (!isUnsaved) forget(key);
        return isUnsaved;
      };
      setLeft(keptUnder(keys.document).filter(isNew));
    };
    void look();
    return () => {
      isGone = true;
      end();
    };
  }, [initialState, keys]);
  return { left, setLeft };
}

/** Puts values into the form, as unsaved changes. The function returns false if the server did not answer. */
function useRestore(): (data: Data) => Promise<boolean> {
  const { id, collectionSlug, docPermissions, getDocPreferences } = useDocumentInfo();
  const { getData, getFields, replaceState, setModified } = useForm();
  const { getFormState } = useServerFunctions();
  return async (data) => {
    const before: FormState = getFields();
    const { state } = (await getFormState({
      ...(id !== undefined && { id }),
      collectionSlug: collectionSlug ?? '',
      data: { ...getData(), ...data },
      docPermissions,
      docPreferences: await getDocPreferences(),
      operation: id === undefined ? 'create' : 'update',
      renderAllFields: true,
      schemaPath: collectionSlug ?? '',
      skipValidation: true,
    } as never)) as { state?: FormState };
    if (!state) return false;
    for (const [path, field] of Object.entries(state)) {
      // Another object, at which the rich text takes the new value; and what is typed stays typed.
      field.initialValue = structuredClone(before[path]?.initialValue) ?? null;
    }
    replaceState(state);
    setModified(true);
    return true;
  };
}

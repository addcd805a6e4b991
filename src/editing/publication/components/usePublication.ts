'use client';

import { useDocumentInfo } from '@payloadcms/ui';
import { useCallback, useEffect, useState } from 'react';
import { type Ask, bodyOf, useApi, useLoaded } from '../../../payload/admin/useApi.ts';
import type { PublicationAnswer } from '../endpoints.ts';

type Answers = Record<string, PublicationAnswer | undefined>;

/** Requests that are collected in the current turn, by collection. */
const batches = new Map<string, { ids: Set<string>; answers: Promise<Answers> }>();

/** Collects the documents of all rows into one request. */
function askOf(collection: string, id: string, ask: Ask): Promise<Answers> {
  const open = batches.get(collection);
  if (open) {
    open.ids.add(id);
    return open.answers;
  }
  const ids = new Set([id]);
  const answers = new Promise((resolve) => setTimeout(resolve)).then(async () => {
    batches.delete(collection);
    const response = await ask(`/portal-publication/${collection}?ids=${[...ids].join(',')}`);
    return bodyOf<Answers>(response);
  });
  batches.set(collection, { ids, answers });
  return answers;
}

/**
 * Loads the status of a document.
 * @param version changes when the status may have changed
 * @returns undefined while loading; null if it could not be loaded
 */
export function usePublication(
  collection: string | undefined,
  id: number | string | undefined,
  version: string,
): PublicationAnswer | null | undefined {
  const ask = useApi();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what tells that it may stand otherwise
  const load = useCallback(async () => {
    if (collection === undefined || id === undefined) return undefined;
    return (await askOf(collection, String(id), ask))[String(id)] ?? null;
  }, [ask, collection, id, version]);
  return useLoaded(load);
}

const changes = new EventTarget();

/** Reloads the status of the form's document, after a change that is not a save. */
export function askAgain(): void {
  changes.dispatchEvent(new Event('change'));
}

/** The status of the form's document, and a string that changes when the status may have changed. */
export function useOwnPublication() {
  const { id, collectionSlug, data, hasPublishedDoc, unpublishedVersionCount, versionCount } =
    useDocumentInfo();
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const again = () => setAsked((times) => times + 1);
    changes.addEventListener('change', again);
    window.addEventListener('online', again);
    return () => {
      changes.removeEventListener('change', again);
      window.removeEventListener('online', again);
    };
  }, []);
  const version = [versionCount, unpublishedVersionCount, hasPublishedDoc, data?.updatedAt, asked].join(' ');
  return { answer: usePublication(collectionSlug, id, version), version };
}

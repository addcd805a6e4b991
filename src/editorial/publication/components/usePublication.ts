'use client';

import { useDocumentInfo } from '@payloadcms/ui';
import { useCallback, useEffect, useState } from 'react';
import { type Ask, useApi, useLoaded } from '../../../payload/admin/useApi.ts';
import type { PublicationAnswer } from '../endpoints.ts';

type Answers = Record<string, PublicationAnswer | undefined>;

/** What is asked for in one turn, by collection. */
const batches = new Map<string, { ids: Set<string>; answers: Promise<Answers> }>();

/** All rows of a page ask with one request. */
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
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    return (await response.json()) as Answers;
  });
  batches.set(collection, { ids, answers });
  return answers;
}

/**
 * How a document stands.
 * @param version anything that changes when it may stand otherwise
 * @returns undefined until it is known; null where it could not be found out
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

/** Has everything that shows how the document of a form stands ask again: after something that is no save. */
export function askAgain(): void {
  changes.dispatchEvent(new Event('change'));
}

/** How the document of a form stands, and what changes when it may stand otherwise. */
export function useOwnPublication() {
  const { id, collectionSlug, data, hasPublishedDoc, unpublishedVersionCount, versionCount } =
    useDocumentInfo();
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const again = () => setAsked((times) => times + 1);
    changes.addEventListener('change', again);
    return () => changes.removeEventListener('change', again);
  }, []);
  const version = [versionCount, unpublishedVersionCount, hasPublishedDoc, data?.updatedAt, asked].join(' ');
  return { answer: usePublication(collectionSlug, id, version), version };
}

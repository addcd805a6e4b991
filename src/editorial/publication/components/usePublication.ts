'use client';

import { useConfig, useDocumentInfo, useTranslation } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useEffect, useState } from 'react';
import type { PublicationAnswer } from '../endpoints.ts';

type Answers = Record<string, PublicationAnswer | undefined>;

/** What is asked for in one turn, by the address of its collection. */
const batches = new Map<string, { ids: Set<string>; answers: Promise<Answers> }>();

/** All rows of a page ask with one request. */
function ask(url: string, id: string, language: string): Promise<Answers> {
  const open = batches.get(url);
  if (open) {
    open.ids.add(id);
    return open.answers;
  }
  const ids = new Set([id]);
  const answers = new Promise((resolve) => setTimeout(resolve)).then(async () => {
    batches.delete(url);
    const headers = { 'Accept-Language': language };
    const response = await fetch(`${url}?ids=${[...ids].join(',')}`, { credentials: 'include', headers });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return (await response.json()) as Answers;
  });
  batches.set(url, { ids, answers });
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
  const { config } = useConfig();
  const { i18n } = useTranslation();
  const [answer, setAnswer] = useState<PublicationAnswer | null>();
  const { language } = i18n;
  const { routes, serverURL } = config;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what tells that it may stand otherwise
  useEffect(() => {
    if (collection === undefined || id === undefined) return;
    let isGone = false;
    const url = formatAdminURL({
      apiRoute: routes.api,
      path: `/portal-publication/${collection}`,
      serverURL,
    });
    ask(url, String(id), language).then(
      (answers) => !isGone && setAnswer(answers[String(id)] ?? null),
      () => !isGone && setAnswer(null),
    );
    return () => {
      isGone = true;
    };
  }, [collection, id, version, language, routes.api, serverURL]);
  return answer;
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

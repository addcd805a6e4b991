'use client';
import { useConfig, useTranslation } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useCallback, useEffect, useState } from 'react';

/** Sends a request to Payload's REST, as the current user and in the language of the page. */
export type Ask = (path: `/${string}`, init?: RequestInit) => Promise<Response>;

export function useApi(): Ask {
  const { routes, serverURL } = useConfig().config;
  const { language } = useTranslation().i18n;
  return useCallback(
    (path, init) =>
      fetch(formatAdminURL({ apiRoute: routes.api, path, serverURL }), {
        credentials: 'include',
        headers: { 'Accept-Language': language },
        ...init,
      }),
    [language, routes.api, serverURL],
  );
}

/**
 * The body of an answer. That of a refusal is read too: what is not read keeps its connection.
 * @throws Error for a refusal, and for what is no JSON
 */
export async function bodyOf<T>(response: Response): Promise<T> {
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return body as T;
}

/**
 * Loads a value when the component is mounted, and again whenever `load` changes.
 * @returns undefined until it is loaded; null if that failed
 */
export function useLoaded<T>(load: () => Promise<T>): T | null | undefined {
  const [loaded, setLoaded] = useState<T | null>();
  useEffect(() => {
    let isGone = false;
    load().then(
      (value) => !isGone && setLoaded(() => value),
      () => !isGone && setLoaded(null),
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  return loaded;
}

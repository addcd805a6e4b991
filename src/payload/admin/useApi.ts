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

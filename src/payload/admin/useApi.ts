'use client';
import { useConfig, useTranslation } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useCallback, useEffect, useState } from 'react';

/** Asks Payload's REST, as the user of the page and in their language. */
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
 * What a component asks for, once it is there; asked again whenever `load` is another function.
 * @returns undefined until then; null where it could not be had
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

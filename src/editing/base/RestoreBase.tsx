'use client';
import { toast, useConfig, useTranslation } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { type ReactNode, useEffect } from 'react';
import { BASE_HEADER, type Newest } from '../../../collections/save/headers.ts';
import { useApi } from '../../payload/admin/useApi.ts';
import { onWriteRequests } from '../../payload/form/writeRequests.ts';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { refusedFor } from './baseOf.ts';

/** Older than any document, so the answer has the newest state. */
const OLDEST = '1970-01-01T00:00:00.000Z';

const VERSION = /\/collections\/([^/]+)\/(?:trash\/)?([^/]+)\/versions\/[^/]+$/;

const AGAIN = bilingual(
  'Αν θέλετε να επαναφέρετε αυτή την έκδοση παρόλα αυτά, πατήστε ξανά το κουμπί.',
  'To restore this version all the same, press the button again.',
);

/**
 * On the page of a version: a restore says the newest state at the time when the page was opened. A provider, since Payload's
 * page has no place for other components.
 */
export function RestoreBase({ children }: { children?: ReactNode }) {
  const [, slug, document] = VERSION.exec(usePathname()) ?? [];
  const { routes } = useConfig().config;
  const { language } = useTranslation().i18n;
  const ask = useApi();
  useEffect(() => {
    if (slug === undefined || document === undefined) return;
    const base = (time: string) => ({ [BASE_HEADER]: `${document}=${time}` });
    let newest = ask(`/portal-publication/${slug}/${document}/newest`, { headers: base(OLDEST) })
      .then((response) => response.json())
      .then(({ newest }: { newest?: Newest | null }) => newest?.updatedAt)
      // Then the restore is not judged, as by a program.
      .catch(() => undefined);
    return onWriteRequests(routes.api, ({ method, path }, send) => {
      if (method !== 'POST' || path[0] !== slug || path[1] !== 'versions') return undefined;
      return newest.then(async (time) => {
        const response = await send(time === undefined ? {} : base(time));
        const refused = await refusedFor(response);
        if (refused) {
          newest = Promise.resolve(refused.newest.updatedAt);
          toast.error(`${refused.message} ${translate(AGAIN, language)}`);
        }
        return response;
      });
    });
  }, [ask, document, language, routes.api, slug]);
  return children;
}

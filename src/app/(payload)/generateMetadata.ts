import { getNextRequestI18n } from '@payloadcms/next/utilities';
import { generatePageMetadata } from '@payloadcms/next/views';
import { getTranslation } from '@payloadcms/translations';
import type { Metadata } from 'next';
import payloadConfig from '../../payload.config.ts';
import { branding } from '../../server/branding.ts';
import { readEnvironment } from '../../system/settings/env.ts';

export interface AdminPageProps {
  params: Promise<{ segments: string[] }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

/** The title of an admin page. Payload's config has only one title suffix for all languages. */
export async function generateMetadata({ params, searchParams }: AdminPageProps): Promise<Metadata> {
  const config = await payloadConfig;
  const name = getTranslation(branding(readEnvironment()).name, await getNextRequestI18n({ config }));
  const meta = { ...config.admin.meta, titleSuffix: `· ${name}` };
  return generatePageMetadata({
    config: Promise.resolve({ ...config, admin: { ...config.admin, meta } }),
    params,
    searchParams,
  });
}

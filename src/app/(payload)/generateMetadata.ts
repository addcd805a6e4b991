import { getNextRequestI18n } from '@payloadcms/next/utilities';
import { generatePageMetadata } from '@payloadcms/next/views';
import type { Metadata } from 'next';
import { bilingual, speak } from '../../../collections/fields/labels.ts';
import payloadConfig from '../../payload.config.ts';

export interface AdminPageProps {
  params: Promise<{ segments: string[] }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

const SUFFIX = bilingual('· Περιεχόμενο της πύλης', '· Portal content');

/** The title of a page of the admin. Payload takes its suffix from a config that knows no language. */
export async function generateMetadata({ params, searchParams }: AdminPageProps): Promise<Metadata> {
  const config = await payloadConfig;
  const { language } = await getNextRequestI18n({ config });
  const meta = { ...config.admin.meta, titleSuffix: speak(SUFFIX, language) };
  return generatePageMetadata({
    config: Promise.resolve({ ...config, admin: { ...config.admin, meta } }),
    params,
    searchParams,
  });
}

import { RootPage } from '@payloadcms/next/views';
import config from '../../../../payload.config.ts';
import type { AdminPageProps } from '../../generateMetadata.ts';
import { importMap } from '../importMap.js';

export { generateMetadata } from '../../generateMetadata.ts';

/** All pages of the admin. Payload selects the view by the address. */
export default function AdminPage({ params, searchParams }: AdminPageProps) {
  return RootPage({ config, importMap, params, searchParams });
}

import { NotFoundPage } from '@payloadcms/next/views';
import config from '../../../../payload.config.ts';
import type { AdminPageProps } from '../../generateMetadata.ts';
import { importMap } from '../importMap.js';

export { generateMetadata } from '../../generateMetadata.ts';

/** What the admin shows for an address that it does not have. */
export default function AdminNotFound({ params, searchParams }: AdminPageProps) {
  return NotFoundPage({ config, importMap, params, searchParams });
}

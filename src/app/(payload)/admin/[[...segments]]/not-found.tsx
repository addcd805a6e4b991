import { NotFoundPage } from '@payloadcms/next/views';
import config from '../../../../payload.config.ts';
import type { AdminPageProps } from '../../generateMetadata.ts';
import { importMap } from '../importMap.js';

export { generateMetadata } from '../../generateMetadata.ts';

/** The admin's page for an unknown address. */
export default function AdminNotFound({ params, searchParams }: AdminPageProps) {
  return NotFoundPage({ config, importMap, params, searchParams });
}

import '@payloadcms/next/css';
import { RootLayout } from '@payloadcms/next/layouts';
import type { ReactNode } from 'react';
import config from '../../payload.config.ts';
import { importMap } from './admin/importMap.js';
import { serverFunction } from './serverFunction.ts';

/** The layout of all admin pages. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <RootLayout config={config} importMap={importMap} serverFunction={serverFunction}>
      {children}
    </RootLayout>
  );
}

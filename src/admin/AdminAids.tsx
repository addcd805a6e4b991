'use client';
import type { ReactNode } from 'react';
import { Contrast } from '../payload/admin/Contrast.tsx';
import { PhoneStyles } from '../payload/admin/PhoneStyles.tsx';
import { useTitle } from '../payload/admin/useTitle.ts';

/** Texts that can be read, screens that fit on a phone, and pages whose titles name the document. A provider for `admin.components.providers`. */
export function AdminAids({ children }: { children?: ReactNode }) {
  useTitle();
  return (
    <>
      <Contrast />
      <PhoneStyles />
      {children}
    </>
  );
}

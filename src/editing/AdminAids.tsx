'use client';
import type { ReactNode } from 'react';
import { Contrast } from '../payload/admin/Contrast.tsx';
import { PhoneStyles } from '../payload/admin/PhoneStyles.tsx';
import { useTitle } from '../payload/admin/useTitle.ts';

/** Contrast, styles for phones, and page titles with document names. A provider for `admin.components.providers`. */
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

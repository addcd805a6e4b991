'use client';

import { pageOf } from '../page.ts';

interface Props {
  html: string;
  styleSheet: string | null;
  title: string;
  isHigh?: boolean;
}

/** HTML as it looks, in a frame where nothing runs. */
export function Frame({ html, styleSheet, title, isHigh = false }: Props) {
  return (
    <div className={`portal-preview__frame ${isHigh ? 'portal-preview__frame--high' : ''}`}>
      <iframe loading="lazy" sandbox="" srcDoc={pageOf(html, styleSheet)} title={title} />
    </div>
  );
}

'use client';

import { pageOf } from '../page.ts';

interface Props {
  html: string;
  styleSheet: string | null;
  title: string;
}

/** HTML as it looks, in a frame where nothing runs. */
export function Frame({ html, styleSheet, title }: Props) {
  return (
    <div className="portal-preview__frame">
      <iframe loading="lazy" sandbox="" srcDoc={pageOf(html, styleSheet)} title={title} />
    </div>
  );
}

'use client';

import { lookOf, pageOf } from '../look.ts';
import type { PreviewedKey } from '../types.ts';
import { useWords } from './useWords.ts';

interface Props {
  keys: PreviewedKey[];
  styleSheet: string | null;
  heading?: string;
}

/** How an element looks, with what changes marked, in a frame where nothing runs. */
export function Look({ heading, keys, styleSheet }: Props) {
  const words = useWords();
  const html = lookOf(keys);
  const isMarked = html.includes('portal-new') || html.includes('portal-gone');
  return (
    <>
      {heading && <h3>{heading}</h3>}
      {isMarked && (
        <p className="portal-preview__marks">
          <ins>{words.added}</ins> · <del>{words.removed}</del>
        </p>
      )}
      <div className="portal-preview__frame">
        <iframe loading="lazy" sandbox="" srcDoc={pageOf(html, styleSheet)} title={words.look} />
      </div>
    </>
  );
}

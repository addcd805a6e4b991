'use client';

import { lookOf } from '../look.ts';
import type { PreviewedKey } from '../types.ts';
import { Frame } from './Frame.tsx';
import { useWords } from './useWords.ts';

interface Props {
  keys: PreviewedKey[];
  styleSheet: string | null;
  title: string;
}

/** How an element looks, with what changes marked. */
export function Look({ keys, styleSheet, title }: Props) {
  const words = useWords();
  const html = lookOf(keys);
  const isMarked = html.includes('portal-new') || html.includes('portal-gone');
  return (
    <>
      <h3>{title}</h3>
      {isMarked && (
        <p className="portal-preview__marks">
          <ins>{words.added}</ins> · <del>{words.removed}</del>
        </p>
      )}
      <Frame html={html} styleSheet={styleSheet} title={title} />
    </>
  );
}

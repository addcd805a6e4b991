'use client';

import { useTranslation } from '@payloadcms/ui';
import { type CSSProperties, useEffect, useState } from 'react';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';

const GONE = bilingual(
  'Η εικόνα δεν φορτώνει από τη διεύθυνσή της.',
  'The image cannot be loaded from its address.',
);

/** An image, or a message if it cannot be loaded. */
export function Picture({ src, alt, style }: { src: string; alt?: string; style?: CSSProperties }) {
  const { i18n } = useTranslation();
  const [isGone, setGone] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address gets another try
  useEffect(() => setGone(false), [src]);
  // An image that failed before hydration fires no further error event.
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setGone(true);
  };
  if (isGone) return <span className="picture-gone">{translate(GONE, i18n.language)}</span>;
  return (
    // biome-ignore lint/performance/noImgElement: next/image takes no addresses of servers that it was not told of
    <img ref={look} src={src} alt={alt ?? ''} loading="lazy" style={style} onError={() => setGone(true)} />
  );
}

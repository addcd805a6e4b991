'use client';
import { createClientFeature } from '@payloadcms/richtext-lexical/client';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { useEffect } from 'react';
import { KeptHtmlBlock, KeptHtmlInline } from './KeptHtml.tsx';
import type { KeptHtmlProps } from './keptHtmlFeature.ts';
import { keptNodes } from './keptNodes.ts';
import { registerKeptPlaces } from './keptPlaces.ts';

export const KeptHtmlFeatureClient: ReturnType<typeof createClientFeature<KeptHtmlProps>> =
  createClientFeature(({ props }) => ({
    nodes: keptNodes(
      (kept) => <KeptHtmlBlock {...kept} media={props.media} />,
      (kept) => <KeptHtmlInline {...kept} media={props.media} />,
    ),
    plugins: [{ Component: KeptPlaces, position: 'normal' }],
    sanitizedClientFeatureProps: props,
  }));

function KeptPlaces(): null {
  const [editor] = useLexicalComposerContext();
  useEffect(() => registerKeptPlaces(editor), [editor]);
  return null;
}

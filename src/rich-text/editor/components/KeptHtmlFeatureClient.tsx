'use client';
import { createClientFeature } from '@payloadcms/richtext-lexical/client';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { useEffect } from 'react';
import { keptNodes } from '../keptNodes.ts';
import { KeptHtmlBlock, KeptHtmlInline } from './KeptHtml.tsx';
import { registerKeptPlaces } from './keptPlaces.ts';

export const KeptHtmlFeatureClient: ReturnType<typeof createClientFeature> = createClientFeature({
  nodes: keptNodes(
    (kept) => <KeptHtmlBlock {...kept} />,
    (kept) => <KeptHtmlInline {...kept} />,
  ),
  plugins: [{ Component: KeptPlaces, position: 'normal' }],
});

function KeptPlaces(): null {
  const [editor] = useLexicalComposerContext();
  useEffect(() => registerKeptPlaces(editor), [editor]);
  return null;
}

'use client';
import { BlocksFeatureClient } from '@payloadcms/richtext-lexical/client';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { useEffect } from 'react';
import { registerKeptPlaces } from './keptPlaces.ts';

/** The client side of Payload's blocks without its menus: kept HTML comes with an import, nobody inserts it. */
export const KeptHtmlFeatureClient: typeof BlocksFeatureClient = (props) => {
  const blocks = BlocksFeatureClient(props);
  return {
    ...blocks,
    feature: (args) => {
      const feature = typeof blocks.feature === 'function' ? blocks.feature(args) : blocks.feature;
      const {
        slashMenu: _slashMenu,
        toolbarFixed: _toolbarFixed,
        toolbarInline: _toolbarInline,
        ...rest
      } = feature;
      return {
        ...rest,
        plugins: [...(feature.plugins ?? []), { Component: KeptPlaces, position: 'normal' }],
      };
    },
  };
};

function KeptPlaces(): null {
  const [editor] = useLexicalComposerContext();
  useEffect(() => registerKeptPlaces(editor), [editor]);
  return null;
}

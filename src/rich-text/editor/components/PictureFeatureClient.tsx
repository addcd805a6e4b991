'use client';
import { UploadFeatureClient } from '@payloadcms/richtext-lexical/client';
import type { LexicalNode } from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { useEffect } from 'react';

/** The client side of Payload's uploads, without images of other sites, which the page may not fetch. */
export const PictureFeatureClient: typeof UploadFeatureClient = (props) => {
  const uploads = UploadFeatureClient(props);
  return {
    ...uploads,
    feature: (args) => {
      const feature = typeof uploads.feature === 'function' ? uploads.feature(args) : uploads.feature;
      return {
        ...feature,
        plugins: [{ Component: OwnFiles, position: 'normal' }, ...(feature.plugins ?? [])],
      };
    },
  };
};

type UploadNode = LexicalNode & { getData(): { pending?: { src?: string } } };

function OwnFiles(): null {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    const upload = editor._nodes.get('upload')?.klass;
    if (!upload) return undefined;
    return editor.registerNodeTransform(upload, (node) => {
      const { pending } = (node as UploadNode).getData();
      if (pending && !/^(?:blob|data):/.test(pending.src ?? '')) node.remove();
    });
  }, [editor]);
  return null;
}

import { $createUploadNode, useLexicalListDrawer } from '@payloadcms/richtext-lexical/client';
import { $getNodeByKey, COMMAND_PRIORITY_LOW } from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { useEffect, useRef } from 'react';
import { commandOf } from '../../payload/rich-text/commandOf.ts';
import type { PictureProps } from './pictureFeature.ts';

interface Opened {
  /** The picture that another one takes the place of. */
  replace?: false | { nodeKey: string };
}

/** The list in which a picture is chosen. That of Payload has no filter. */
export function ImageList({ clientProps: { offered } }: { clientProps: PictureProps }) {
  const [editor] = useLexicalComposerContext();
  const opened = useRef<Opened>({});
  const { closeListDrawer, ListDrawer, openListDrawer } = useLexicalListDrawer({
    collectionSlugs: Object.keys(Object(offered)),
    filterOptions: offered,
    uploads: true,
  });
  useEffect(() => {
    const open = commandOf<Opened>(editor, 'INSERT_UPLOAD_WITH_DRAWER_COMMAND');
    if (!open) return undefined;
    const show = (given: Opened) => {
      opened.current = given;
      openListDrawer();
      return true;
    };
    return editor.registerCommand(open, show, COMMAND_PRIORITY_LOW);
  }, [editor, openListDrawer]);

  function choose(relationTo: string, value: number | string): void {
    closeListDrawer();
    const { replace } = opened.current;
    const data = { fields: null as never, relationTo, value };
    const insert = commandOf<typeof data>(editor, 'INSERT_UPLOAD_COMMAND');
    if (replace) {
      editor.update(() => {
        $getNodeByKey(replace.nodeKey)?.replace($createUploadNode({ data: data as never }));
      });
    } else if (insert) editor.dispatchCommand(insert, data);
  }

  return (
    <ListDrawer disableQueryPresets onSelect={({ collectionSlug, doc }) => choose(collectionSlug, doc.id)} />
  );
}

import {
  $createLinkNode,
  $isLinkNode,
  TOGGLE_LINK_COMMAND,
  useLexicalListDrawer,
} from '@payloadcms/richtext-lexical/client';
import {
  $createTextNode,
  $getRoot,
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  COMMAND_PRIORITY_EDITOR,
  type LexicalEditor,
} from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { $findMatchingParent } from '@payloadcms/richtext-lexical/lexical/utils';
import { useConfig } from '@payloadcms/ui';
import type { FilterOptionsResult } from 'payload';
import { useEffect, useRef } from 'react';
import { OPEN_FILES } from './commands.ts';

/** What is known here of the files. */
export interface FileProps {
  /** The slug of the collection of images and files. */
  collection: string;
  /** The files that are offered. */
  offered: FilterOptionsResult;
}

/** Milliseconds after which Payload has given back the selection that the editor had before the list was opened. */
const GIVEN_BACK = 20;

interface Chosen {
  id: number | string;
  title: string;
}

/** The list in which a file is chosen. */
export function FileList({ clientProps: { collection, offered } }: { clientProps: FileProps }) {
  const [editor] = useLexicalComposerContext();
  const { getEntityConfig } = useConfig();
  const { closeListDrawer, isListDrawerOpen, ListDrawer, openListDrawer } = useLexicalListDrawer({
    collectionSlugs: [collection],
    filterOptions: offered,
    uploads: true,
  });
  const chosen = useRef<Chosen | undefined>(undefined);
  useEffect(
    () =>
      editor.registerCommand(
        OPEN_FILES,
        () => {
          openListDrawer();
          return true;
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor, openListDrawer],
  );
  useEffect(() => {
    if (isListDrawerOpen || !chosen.current) return;
    const { id, title } = chosen.current;
    chosen.current = undefined;
    const link = () => {
      // At once: the form takes no update that is one with a focus.
      editor.update(() => $linkFile(editor, { relationTo: collection, value: id }, title), {
        discrete: true,
      });
      editor.focus();
    };
    setTimeout(link, GIVEN_BACK);
  }, [collection, editor, isListDrawerOpen]);
  return (
    <ListDrawer
      disableQueryPresets
      onSelect={({ doc }) => {
        const { useAsTitle = 'id' } = getEntityConfig({ collectionSlug: collection })?.admin ?? {};
        chosen.current = { id: doc.id, title: String(doc[useAsTitle] || doc.filename || doc.id) };
        closeListDrawer();
      }}
    />
  );
}

/** Links the selected words to a file, or the link at the cursor. Without any, its title is put in. */
function $linkFile(
  editor: LexicalEditor,
  doc: { relationTo: string; value: number | string },
  title: string,
) {
  const fields = { doc, linkType: 'internal' as const, newTab: false };
  const selection = $getSelection();
  const range = $isRangeSelection(selection) ? selection : $getRoot().selectEnd();
  const there = $findMatchingParent(range.anchor.getNode(), $isLinkNode);
  if (!range.isCollapsed()) editor.dispatchCommand(TOGGLE_LINK_COMMAND, { fields, text: null });
  else if ($isLinkNode(there)) there.setFields(fields);
  else $insertNodes([$createLinkNode({ fields }).append($createTextNode(title))]);
}

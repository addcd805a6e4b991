'use client';
import {
  $createLinkNode,
  $isLinkNode,
  createClientFeature,
  slashMenuBasicGroupWithItems,
  TOGGLE_LINK_COMMAND,
  toolbarAddDropdownGroupWithItems,
  useLexicalListDrawer,
} from '@payloadcms/richtext-lexical/client';
import {
  $createTextNode,
  $getRoot,
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  COMMAND_PRIORITY_EDITOR,
  createCommand,
  type LexicalCommand,
  type LexicalEditor,
} from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { $findMatchingParent } from '@payloadcms/richtext-lexical/lexical/utils';
import { useConfig } from '@payloadcms/ui';
import type { FilterOptionsResult } from 'payload';
import { useEffect, useRef } from 'react';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';

/** What is known here of the files. */
export interface FileProps {
  /** The slug of the collection of images and files. */
  collection: string;
  /** The files that are offered. */
  offered: FilterOptionsResult;
}

const LABEL = bilingual('Αρχείο', 'File');

/** Opens the list of files. */
const OPEN: LexicalCommand<undefined> = createCommand('OPEN_FILES');

/** Milliseconds after which Payload has given back the selection that the editor had before the list was opened. */
const GIVEN_BACK = 20;

const item = {
  key: 'file',
  label: ({ i18n }: { i18n: { language: string } }) => translate(LABEL, i18n.language),
  onSelect: ({ editor }: { editor: LexicalEditor }) => editor.dispatchCommand(OPEN, undefined),
};

export const FileFeatureClient: ReturnType<typeof createClientFeature<FileProps>> = createClientFeature(
  ({ props }) => ({
    plugins: [{ Component: FileList, position: 'normal' }],
    sanitizedClientFeatureProps: props,
    slashMenu: {
      groups: [
        slashMenuBasicGroupWithItems([{ ...item, Icon: FileIcon, keywords: ['file', 'pdf', 'αρχειο'] }]),
      ],
    },
    toolbarFixed: { groups: [toolbarAddDropdownGroupWithItems([{ ...item, ChildComponent: FileIcon }])] },
  }),
);

interface Chosen {
  id: number | string;
  title: string;
}

function FileList({ clientProps: { collection, offered } }: { clientProps: FileProps }) {
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
        OPEN,
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

function FileIcon() {
  return (
    <svg aria-hidden="true" className="icon" fill="none" height="20" viewBox="0 0 20 20" width="20">
      <path d="M5.5 3.5h6l3 3v10h-9zM11.5 3.5v3h3M7.5 10.5h5M7.5 13.5h5" stroke="currentColor" />
    </svg>
  );
}

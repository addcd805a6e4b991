'use client';
import {
  toolbarFeatureButtonsGroupWithItems,
  useEditorConfigContext,
  useLexicalDrawer,
} from '@payloadcms/richtext-lexical/client';
import {
  $getNodeByKey,
  $parseSerializedNode,
  COMMAND_PRIORITY_EDITOR,
  createCommand,
  type LexicalCommand,
  type LexicalEditor,
  type SerializedLexicalNode,
} from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { $insertNodeToNearestRoot } from '@payloadcms/richtext-lexical/lexical/utils';
import { Drawer, formatDrawerSlug, useEditDepth, useTranslation } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { KEPT_BLOCK } from '../../../nodeTypes.ts';
import { $setKeptHtml, type KeptProps } from '../keptNodes.ts';
import { HtmlForm } from './HtmlForm.tsx';
import { useMayWriteHtml } from './mayWriteHtml.ts';

const LABEL = 'HTML';

/** Opens the form of a piece of kept HTML, or of a new one. */
export const OPEN_HTML: LexicalCommand<KeptProps | null> = createCommand('OPEN_HTML_FORM');

/**
 * The button of the toolbar. The menu of `/` has none: it does not know who looks at it (Payload 3.90 leaves out what its
 * `dynamicGroups` give).
 */
export const ownHtmlButton = {
  toolbarFixed: {
    groups: [toolbarFeatureButtonsGroupWithItems([{ key: KEPT_BLOCK, Component: ToolbarButton, order: 90 }])],
  },
};

function ToolbarButton({ editor }: { editor: LexicalEditor }) {
  if (!useMayWriteHtml()) return null;
  return (
    <button
      aria-label={LABEL}
      className="toolbar-popup__button toolbar-popup__button-html"
      onClick={() => editor.dispatchCommand(OPEN_HTML, null)}
      title={LABEL}
      type="button"
    >
      <HtmlIcon />
    </button>
  );
}

/** The form in its drawer. @param hosts whose pages may be embedded */
export function OwnHtml({ clientProps: { hosts } }: { clientProps: { hosts: string[] } }) {
  const [editor] = useLexicalComposerContext();
  const { uuid } = useEditorConfigContext();
  const { language } = useTranslation().i18n;
  const drawerSlug = formatDrawerSlug({ slug: `lexical-html-${uuid}`, depth: useEditDepth() });
  const { toggleDrawer } = useLexicalDrawer(drawerSlug, true);
  const [opened, setOpened] = useState<KeptProps | null>(null);
  useEffect(
    () =>
      editor.registerCommand(
        OPEN_HTML,
        (kept) => {
          setOpened(kept);
          toggleDrawer();
          return true;
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor, toggleDrawer],
  );
  const submit = (html: string) => {
    // It gives the selection back.
    toggleDrawer();
    editor.update(() => $put(opened, html));
  };
  return (
    <Drawer slug={drawerSlug} title={LABEL}>
      <HtmlForm hosts={hosts} language={language} onSubmit={submit} was={opened?.html ?? ''} />
    </Drawer>
  );
}

function $put(opened: KeptProps | null, html: string): void {
  const there = opened && $getNodeByKey(opened.nodeKey);
  if (there) $setKeptHtml(there, html);
  else {
    const node = { type: KEPT_BLOCK, version: 1, format: '', html };
    $insertNodeToNearestRoot($parseSerializedNode(node as SerializedLexicalNode));
  }
}

function HtmlIcon() {
  return (
    <svg aria-hidden="true" className="icon" height="20" viewBox="0 0 20 20" width="20">
      <text fill="currentColor" fontSize="7" fontWeight="700" textAnchor="middle" x="10" y="12.5">
        {LABEL}
      </text>
    </svg>
  );
}

'use client';
import {
  createClientFeature,
  FieldsDrawer,
  slashMenuBasicGroupWithItems,
  toolbarAddDropdownGroupWithItems,
  useEditorConfigContext,
  useLexicalDrawer,
} from '@payloadcms/richtext-lexical/client';
import {
  $getNodeByKey,
  $parseSerializedNode,
  COMMAND_PRIORITY_EDITOR,
  createCommand,
  type LexicalCommand,
  type SerializedLexicalNode,
} from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { useLexicalEditable } from '@payloadcms/richtext-lexical/lexical/react/useLexicalEditable';
import { $insertNodeToNearestRoot } from '@payloadcms/richtext-lexical/lexical/utils';
import { Button, formatDrawerSlug, useEditDepth, useTranslation } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { VIDEO } from '../nodeTypes.ts';
import { videoAddress } from '../safety/addresses.ts';
import { $setVideo, type Video, videoNode } from './videoNode.ts';

const LABEL = bilingual('Βίντεο', 'Video');
const EDIT = bilingual('Επεξεργασία', 'Edit');
const REMOVE = bilingual('Αφαίρεση', 'Remove');

/** Opens the form of a video that is there, or of a new one. */
const OPEN: LexicalCommand<(Video & { nodeKey: string }) | null> = createCommand('OPEN_VIDEO_FORM');

const item = {
  key: VIDEO,
  label: ({ i18n }: { i18n: { language: string } }) => translate(LABEL, i18n.language),
  onSelect: ({ editor }: { editor: { dispatchCommand(command: typeof OPEN, video: null): void } }) =>
    editor.dispatchCommand(OPEN, null),
};

export const VideoFeatureClient: ReturnType<typeof createClientFeature<{ hosts: string[] }>> =
  createClientFeature(({ props }) => ({
    nodes: [videoNode((video) => <VideoBlock {...video} />)],
    plugins: [{ Component: VideoForm, position: 'normal' }],
    sanitizedClientFeatureProps: props,
    slashMenu: {
      groups: [slashMenuBasicGroupWithItems([{ ...item, Icon: VideoIcon, keywords: ['video', 'youtube'] }])],
    },
    toolbarFixed: { groups: [toolbarAddDropdownGroupWithItems([{ ...item, ChildComponent: VideoIcon }])] },
  }));

function VideoForm({ clientProps: { hosts } }: { clientProps: { hosts: string[] } }) {
  const [editor] = useLexicalComposerContext();
  const { language } = useTranslation().i18n;
  const { fieldProps, uuid } = useEditorConfigContext();
  const drawerSlug = formatDrawerSlug({ slug: `lexical-video-${uuid}`, depth: useEditDepth() });
  const { toggleDrawer } = useLexicalDrawer(drawerSlug, true);
  const [opened, setOpened] = useState<(Video & { nodeKey: string }) | null>(null);
  useEffect(
    () =>
      editor.registerCommand(
        OPEN,
        (video) => {
          setOpened(video);
          toggleDrawer();
          return true;
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor, toggleDrawer],
  );
  const submit = ({ address, title }: Video) =>
    editor.update(() => {
      const embedded = videoAddress(address, hosts);
      if (!embedded) return;
      const there = opened && $getNodeByKey(opened.nodeKey);
      if (there) $setVideo(there, { address: embedded, title });
      else {
        const node = { type: VIDEO, version: 1, address: embedded, title };
        $insertNodeToNearestRoot($parseSerializedNode(node as SerializedLexicalNode));
      }
    });
  return (
    <FieldsDrawer
      data={opened ? { address: opened.address, title: opened.title } : {}}
      drawerSlug={drawerSlug}
      drawerTitle={translate(LABEL, language)}
      featureKey="video"
      handleDrawerSubmit={(_, data) => submit(data as Video)}
      schemaPath={fieldProps.schemaPath}
      schemaPathSuffix="fields"
    />
  );
}

function VideoBlock(video: Video & { nodeKey: string }) {
  const [editor] = useLexicalComposerContext();
  const { language } = useTranslation().i18n;
  const isEditable = useLexicalEditable();
  const button = (label: string, act: () => void) => (
    <Button buttonStyle="secondary" margin={false} onClick={act} size="small">
      {label}
    </Button>
  );
  return (
    <div
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 8,
        alignItems: 'center',
        padding: 12,
        border: '1px solid var(--theme-elevation-200)',
      }}
    >
      <span style={{ flex: '1 1 12em', overflowWrap: 'anywhere' }}>
        <strong>{translate(LABEL, language)}</strong> {video.title}
        <br />
        <a href={video.address} rel="noreferrer" target="_blank">
          {video.address}
        </a>
      </span>
      {isEditable && button(translate(EDIT, language), () => editor.dispatchCommand(OPEN, video))}
      {isEditable &&
        button(translate(REMOVE, language), () =>
          editor.update(() => $getNodeByKey(video.nodeKey)?.remove()),
        )}
    </div>
  );
}

function VideoIcon() {
  return (
    <svg aria-hidden="true" className="icon" fill="none" height="20" viewBox="0 0 20 20" width="20">
      <path d="M3.5 5.5h13v9h-13zM8.5 8l4 2-4 2z" stroke="currentColor" />
    </svg>
  );
}

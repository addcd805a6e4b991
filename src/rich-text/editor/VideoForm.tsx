import { FieldsDrawer, useEditorConfigContext, useLexicalDrawer } from '@payloadcms/richtext-lexical/client';
import {
  $getNodeByKey,
  $parseSerializedNode,
  COMMAND_PRIORITY_EDITOR,
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
import { OPEN_VIDEO } from './commands.ts';
import { $setVideo, type Video } from './videoNode.ts';

const LABEL = bilingual('Βίντεο', 'Video');
const EDIT = bilingual('Επεξεργασία', 'Edit');
const REMOVE = bilingual('Αφαίρεση', 'Remove');

export function VideoForm({ clientProps: { hosts } }: { clientProps: { hosts: string[] } }) {
  const [editor] = useLexicalComposerContext();
  const { language } = useTranslation().i18n;
  const { fieldProps, uuid } = useEditorConfigContext();
  const drawerSlug = formatDrawerSlug({ slug: `lexical-video-${uuid}`, depth: useEditDepth() });
  const { toggleDrawer } = useLexicalDrawer(drawerSlug, true);
  const [opened, setOpened] = useState<(Video & { nodeKey: string }) | null>(null);
  useEffect(
    () =>
      editor.registerCommand(
        OPEN_VIDEO,
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

export function VideoBlock(video: Video & { nodeKey: string }) {
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
      {isEditable && button(translate(EDIT, language), () => editor.dispatchCommand(OPEN_VIDEO, video))}
      {isEditable &&
        button(translate(REMOVE, language), () =>
          editor.update(() => $getNodeByKey(video.nodeKey)?.remove()),
        )}
    </div>
  );
}

import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { getEnabledNodes, type LexicalRichTextAdapter } from '@payloadcms/richtext-lexical';
import type { LexicalEditor, SerializedEditorState } from '@payloadcms/richtext-lexical/lexical';
import { createHeadlessEditor } from '@payloadcms/richtext-lexical/lexical/headless';
import { registerList } from '@payloadcms/richtext-lexical/lexical/list';
import { buildConfig } from 'payload';
import { registerKeptPlaces } from '../../src/rich-text/editor/kept/keptPlaces.ts';
import { portalEditor } from '../../src/rich-text/editor/portalEditor.ts';

/** A Lexical editor without a page, with the very nodes that Payload gives the portal's editor. */
export async function headlessEditor(): Promise<LexicalEditor> {
  const config = await buildConfig({
    secret: 'a secret for tests only',
    db: sqliteAdapter({ client: { url: 'file::memory:' } }),
    editor: portalEditor({
      collections: () => [],
      media: () => 'media',
      images: {},
      files: {},
      problem: async () => undefined,
    }),
    collections: [],
    telemetry: false,
    typescript: { autoGenerate: false },
  });
  const { editorConfig } = config.editor as unknown as LexicalRichTextAdapter;
  const editor = createHeadlessEditor({
    nodes: getEnabledNodes({ editorConfig }),
    onError: (error) => {
      throw error;
    },
  });
  registerList(editor);
  registerKeptPlaces(editor);
  return editor;
}

/** Loads a state as a browser does, marks every node as touched, and gives what would be saved. */
export function throughEditor(editor: LexicalEditor, state: unknown): SerializedEditorState {
  editor.setEditorState(editor.parseEditorState(JSON.stringify(state)));
  // What plugins do when they mount: each transform they register runs over all nodes of its kind.
  editor.update(
    () => {
      for (const node of editor._pendingEditorState?._nodeMap.values() ?? []) {
        if (node.getType() !== 'root') node.markDirty();
      }
    },
    { discrete: true },
  );
  return JSON.parse(JSON.stringify(editor.getEditorState().toJSON()));
}

import {
  COMMAND_PRIORITY_CRITICAL,
  COPY_COMMAND,
  CUT_COMMAND,
  type EditorState,
  type LexicalEditor,
  NODE_STATE_KEY,
} from '@payloadcms/richtext-lexical/lexical';
import type { NodeJson } from '../../state.ts';

/** The nodes of a clipboard. */
export type Copied = NodeJson[];

/** What a Lexical editor has put on the clipboard; undefined where that was none of ours. */
export function copiedIn(editor: LexicalEditor, data: DataTransfer): Copied | undefined {
  try {
    const { namespace, nodes } = JSON.parse(data.getData('application/x-lexical-editor'));
    return namespace === editor._config.namespace && Array.isArray(nodes) ? nodes : undefined;
  } catch {
    return undefined;
  }
}

/** Knows what markup a text has had: a save refuses what came with the import of another. */
export function registerOrigins(editor: LexicalEditor) {
  const known = new Set<string>();
  const note = (state: EditorState) =>
    state.read(() => {
      for (const node of state._nodeMap.values())
        for (const markup of ownMarkup(node.exportJSON() as unknown as NodeJson)) known.add(markup);
    });
  note(editor.getEditorState());
  const stops = [COPY_COMMAND, CUT_COMMAND].map((command) =>
    editor.registerCommand(
      command,
      () => {
        note(editor.getEditorState());
        return false;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  );
  return {
    /** True where all that these nodes keep of their markup is of this text. */
    areHere: (copied: Copied): boolean => {
      const open = [...copied];
      for (let node = open.pop(); node; node = open.pop()) {
        if (!ownMarkup(node).every((markup) => known.has(markup))) return false;
        if (Array.isArray(node.children)) for (const child of node.children as Copied) open.push(child);
      }
      return true;
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Start tags, and whole HTML. */
function ownMarkup(node: NodeJson): string[] {
  const held = (node[NODE_STATE_KEY] ?? {}) as Record<string, unknown>;
  const tags = Object.entries(held).filter(([key]) => /^(?:tag|list|h\d+)$/.test(key));
  return [node.html, ...tags.map(([, tag]) => tag)].filter(
    (each) => typeof each === 'string' && each !== '',
  ) as string[];
}

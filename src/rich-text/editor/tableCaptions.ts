import {
  $getNodeByKey,
  $getSelection,
  $getState,
  $setState,
  createState,
  type LexicalEditor,
  type LexicalNode,
  SKIP_DOM_SELECTION_TAG,
} from '@payloadcms/richtext-lexical/lexical';

const captionState = createState('caption', { parse: (value) => (typeof value === 'string' ? value : '') });

export interface TableAt {
  key: string;
  caption: string;
}

/** The table that the selection is in, and what stands above it; undefined where it is in none. */
export function tableOf(editor: LexicalEditor): TableAt | undefined {
  return editor.getEditorState().read(() => {
    let node: LexicalNode | null | undefined = $getSelection()?.getNodes()[0];
    while (node && node.getType() !== 'table') node = node.getParent();
    return node ? { key: node.getKey(), caption: $getState(node, captionState) } : undefined;
  });
}

export function setCaption(editor: LexicalEditor, key: string, caption: string): void {
  const set = () => {
    const table = $getNodeByKey(key);
    if (table) $setState(table, captionState, caption);
  };
  // The focus stays where the caption is typed.
  editor.update(set, { tag: SKIP_DOM_SELECTION_TAG });
}

/** Shows the captions above the tables of an editor, whose nodes have no place for them. */
export function registerCaptions(editor: LexicalEditor): () => void {
  const table = editor._nodes.get('table')?.klass;
  if (!table) return () => undefined;
  return editor.registerMutationListener(
    table,
    (mutations) => {
      editor.getEditorState().read(() => {
        for (const [key, mutation] of mutations) {
          const node = mutation === 'destroyed' ? null : $getNodeByKey(key);
          const shown = editor.getElementByKey(key);
          const element = shown?.matches('table') ? shown : shown?.querySelector('table');
          if (!node || !element) continue;
          const caption = $getState(node, captionState);
          if (caption === '') element.removeAttribute('aria-label');
          else element.setAttribute('aria-label', caption);
        }
      });
    },
    { skipInitialization: false },
  );
}

import {
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  $parseSerializedNode,
  $setSelection,
  type BaseSelection,
  COMMAND_PRIORITY_HIGH,
  type LexicalEditor,
  PASTE_COMMAND,
  PASTE_TAG,
  SELECTION_INSERT_CLIPBOARD_NODES_COMMAND,
  type SerializedLexicalNode,
} from '@payloadcms/richtext-lexical/lexical';
import type { Dropped, Pasted } from '../../paste/index.ts';

export interface Pasting {
  /** The reader of clipboards, which is too large for the form. */
  load(): Promise<{ readClipboard(html: string, inCell: boolean): Pasted }>;
  /** Says what was left out. */
  tell(dropped: Dropped[]): void;
  /** Says that only plain text was pasted. */
  tellPlain(error: unknown): void;
}

/** Reads the HTML of other programs, before Lexical does. Its own, files and plain text go on as ever. */
export function registerPasting(editor: LexicalEditor, pasting: Pasting): () => void {
  const paste = (event: unknown) => {
    const data = event instanceof ClipboardEvent ? event.clipboardData : null;
    const html = data?.getData('text/html');
    if (!data || !html || data.types.includes('application/x-lexical-editor')) return false;
    const text = data.getData('text/plain');
    const selection = $getSelection();
    // An address pasted onto words makes a link of them.
    if ($isRangeSelection(selection) && !selection.isCollapsed() && /^https?:\/\/\S+$/.test(text))
      return false;
    (event as ClipboardEvent).preventDefault();
    void pasteHtml(editor, pasting, { html, text, place: selection?.clone() ?? null });
    return true;
  };
  return editor.registerCommand(PASTE_COMMAND, paste, COMMAND_PRIORITY_HIGH);
}

interface Clipboard {
  html: string;
  text: string;
  /** Where it is pasted, even if the reader comes later. */
  place: BaseSelection | null;
}

async function pasteHtml(
  editor: LexicalEditor,
  pasting: Pasting,
  { html, text, place }: Clipboard,
): Promise<void> {
  let pasted: Pasted | undefined;
  try {
    const { readClipboard } = await pasting.load();
    pasted = readClipboard(
      html,
      editor.getEditorState().read(() => place !== null && $isThere(place) && isInCell(place)),
    );
  } catch (error) {
    pasting.tellPlain(error);
  }
  const { nodes = [], dropped = [] } = pasted ?? {};
  const isPlain = nodes.length === 0 && dropped.length === 0;
  editor.update(
    () => {
      if (place && $isThere(place)) $setSelection(place.clone());
      const selection = $getSelection();
      if (!selection) return;
      if (isPlain) selection.insertRawText(text);
      else $insert(editor, selection, nodes as unknown as SerializedLexicalNode[]);
    },
    { tag: PASTE_TAG },
  );
  if (dropped.length > 0) pasting.tell(dropped);
}

function $insert(editor: LexicalEditor, selection: BaseSelection, json: SerializedLexicalNode[]): void {
  const nodes = json.map((node) => $parseSerializedNode(node));
  // A table in a table is put into its cells.
  if (editor.dispatchCommand(SELECTION_INSERT_CLIPBOARD_NODES_COMMAND, { nodes, selection })) return;
  selection.insertNodes(nodes);
}

function $isThere(selection: BaseSelection): boolean {
  if (!$isRangeSelection(selection)) return true;
  return [selection.anchor, selection.focus].every(({ key }) => $getNodeByKey(key) !== null);
}

function isInCell(selection: BaseSelection): boolean {
  const [first] = selection.getNodes();
  return [first, ...(first?.getParents() ?? [])].some((node) => node?.getType() === 'tablecell');
}

import {
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  $parseSerializedNode,
  $setSelection,
  type BaseSelection,
  COMMAND_PRIORITY_HIGH,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
  PASTE_COMMAND,
  PASTE_TAG,
  SELECTION_INSERT_CLIPBOARD_NODES_COMMAND,
  type SerializedLexicalNode,
} from '@payloadcms/richtext-lexical/lexical';
import type { Dropped, Pasted } from '../../paste/index.ts';
import { filesOf, type PictureFile } from './pictures.ts';

export interface OfferedPicture extends PictureFile {
  /** The blocks before it, the nearest first. */
  behind: NodeKey[];
}

export interface Pasting {
  /** Texts have pictures. */
  takesPictures: boolean;
  /** The reader of clipboards, which is too large for the form. */
  load(): Promise<{ readClipboard(html: string, inCell: boolean): Pasted }>;
  /** Says what was left out, and offers to upload the pictures whose bytes are there. */
  tell(dropped: Dropped[], pictures: OfferedPicture[]): void;
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
    // They are gone when the reader comes.
    const files = [...data.files];
    void pasteHtml(editor, pasting, { html, text, files, place: selection?.clone() ?? null });
    return true;
  };
  return editor.registerCommand(PASTE_COMMAND, paste, COMMAND_PRIORITY_HIGH);
}

interface Clipboard {
  html: string;
  text: string;
  files: File[];
  /** Where it is pasted, even if the reader comes later. */
  place: BaseSelection | null;
}

async function pasteHtml(
  editor: LexicalEditor,
  pasting: Pasting,
  { html, text, files, place }: Clipboard,
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
  const { nodes = [], dropped: others = [], pictures = [] } = pasted ?? {};
  const offered = pasting.takesPictures ? filesOf(pictures, files) : [];
  const missing = pictures.length - offered.length;
  const dropped = missing === 0 ? others : withMissing(others, missing);
  const isPlain = nodes.length === 0 && dropped.length === 0 && offered.length === 0;
  let keys: NodeKey[] = [];
  editor.update(
    () => {
      if (place && $isThere(place)) $setSelection(place.clone());
      const selection = $getSelection();
      if (!selection) return;
      const [caret] = selection.getNodes();
      const first = caret?.getTopLevelElement()?.getKey();
      if (isPlain) selection.insertRawText(text);
      else {
        const inserted = $insert(editor, selection, nodes as unknown as SerializedLexicalNode[]);
        keys = [...(first ? [first] : []), ...inserted.map((node) => node.getKey())];
      }
    },
    { tag: PASTE_TAG, discrete: true },
  );
  const before = keys.length - nodes.length;
  const placed = offered.map((each) => ({
    ...each,
    behind: keys.slice(0, before + each.after).reverse(),
  }));
  if (dropped.length + placed.length > 0) pasting.tell(dropped, placed);
}

/** The pictures without bytes are left out as others are that are none of a page. */
function withMissing(dropped: readonly Dropped[], missing: number): Dropped[] {
  const isPicture = ({ what }: Dropped) => what === 'picture';
  const count = missing + (dropped.find(isPicture)?.count ?? 0);
  return [{ what: 'picture', count }, ...dropped.filter((each) => !isPicture(each))];
}

function $insert(
  editor: LexicalEditor,
  selection: BaseSelection,
  json: SerializedLexicalNode[],
): LexicalNode[] {
  const nodes = json.map((node) => $parseSerializedNode(node));
  // A table in a table is put into its cells.
  const isTaken = editor.dispatchCommand(SELECTION_INSERT_CLIPBOARD_NODES_COMMAND, { nodes, selection });
  if (!isTaken) selection.insertNodes(nodes);
  return nodes;
}

function $isThere(selection: BaseSelection): boolean {
  if (!$isRangeSelection(selection)) return true;
  return [selection.anchor, selection.focus].every(({ key }) => $getNodeByKey(key) !== null);
}

function isInCell(selection: BaseSelection): boolean {
  const [first] = selection.getNodes();
  return [first, ...(first?.getParents() ?? [])].some((node) => node?.getType() === 'tablecell');
}

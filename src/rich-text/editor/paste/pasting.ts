import {
  $addUpdateTag,
  $createTextNode,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $parseSerializedNode,
  $setSelection,
  type BaseSelection,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_HIGH,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  COPY_COMMAND,
  CUT_COMMAND,
  type EditorState,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  NODE_STATE_KEY,
  type NodeKey,
  PASTE_COMMAND,
  PASTE_TAG,
  type RangeSelection,
  SELECTION_INSERT_CLIPBOARD_NODES_COMMAND,
  type SerializedLexicalNode,
} from '@payloadcms/richtext-lexical/lexical';
import { $isThere } from '../../../payload/rich-text/tableMenu.ts';
import { type Dropped, summed } from '../../paste/dropped.ts';
import type { Clipboard, Pasted, PastedPicture, ReadPaste } from '../../paste/index.ts';
import { isText } from '../../paste/isText.ts';
import type { NodeJson } from '../../state.ts';
import { filesOf, insertPictures, type PictureFile } from './pictures.ts';

/** The nodes of a clipboard. */
type Copied = NodeJson[];

/** What a Lexical editor has put on the clipboard; undefined where that was none of ours. */
function copiedIn(editor: LexicalEditor, data: DataTransfer): Copied | undefined {
  try {
    const { namespace, nodes } = JSON.parse(data.getData('application/x-lexical-editor'));
    return namespace === editor._config.namespace && Array.isArray(nodes) ? nodes : undefined;
  } catch {
    return undefined;
  }
}

/** Knows what markup a text has had: a save refuses what came with the import of another. */
function registerOrigins(editor: LexicalEditor) {
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

export interface OfferedPicture extends PictureFile {
  /** The blocks before it, the nearest first. */
  behind: NodeKey[];
}

/** What there is to say of a paste. */
export interface Report {
  dropped: Dropped[];
  /** Those whose bytes are there, which can be uploaded. */
  pictures: OfferedPicture[];
  /** Lines that a page had cut are joined; undone once, they stand for themselves. */
  isJoined: boolean;
  /** Tables without headings. */
  tables: NodeKey[];
}

export interface Pasting {
  /** The slug of the collection of images and files; '' where texts have none. */
  media: string;
  /** What the server reads a clipboard as. */
  read(clipboard: Clipboard, inCell: boolean): Promise<ReadPaste | null>;
  tell(report: Report): void;
  /** A save waits for it. */
  hold(work: Promise<void>): void;
  /** Says that only plain text was pasted. */
  tellPlain(error: unknown): void;
}

/** Reads what comes of other programs and of other texts, before Lexical does. What was copied in this text, and files, go on as ever. */
export function registerPasting(editor: LexicalEditor, pasting: Pasting): () => void {
  const origins = registerOrigins(editor);
  const signs = new Set<NodeKey>();
  const paste = (event: unknown) => {
    const data = contentOf(event);
    if (!data) return false;
    const copied = copiedIn(editor, data);
    const html = data.getData('text/html');
    const text = data.getData('text/plain');
    if (isUnreadPicture(data)) {
      (event as ClipboardEvent).preventDefault();
      const dropped: Dropped[] = [{ what: 'picture', count: 1 }];
      pasting.tell({ dropped, pictures: [], isJoined: false, tables: [] });
      return true;
    }
    if (copied ? origins.areHere(copied) : html === '' && (data.files.length > 0 || !isText(text)))
      return false;
    const selection = $getSelection();
    // An address pasted onto words makes a link of them.
    if (!copied && $isRangeSelection(selection) && !selection.isCollapsed() && /^https?:\/\/\S+$/.test(text))
      return false;
    (event as ClipboardEvent).preventDefault();
    // They are gone when the reader comes.
    const files = [...data.files];
    const inCell = selection !== null && isInCell(selection);
    const sign = $isRangeSelection(selection) ? $putSign(selection) : undefined;
    const here = { copied, html, text, files, inCell, place: sign ?? selection?.clone() ?? null };
    pasting.hold(pasteInto(editor, pasting, here).finally(() => sign && signs.add(sign)));
    return true;
  };
  const stopPasting = editor.registerCommand(PASTE_COMMAND, paste, COMMAND_PRIORITY_HIGH);
  const stopDropping = editor.registerCommand(
    CONTROLLED_TEXT_INSERTION_COMMAND,
    paste,
    COMMAND_PRIORITY_HIGH,
  );
  // An undoing brings back the sign of what has been read.
  const stopSigns = editor.registerUpdateListener(({ tags }) => {
    if (!tags.has(HISTORIC_TAG)) return;
    const remove = () => {
      for (const sign of signs) $getNodeByKey(sign)?.remove();
    };
    editor.update(remove, { tag: HISTORIC_TAG });
  });
  return () => {
    origins.stop();
    stopSigns();
    stopPasting();
    stopDropping();
  };
}

/** What is pasted, or dragged here out of another program; null for what is typed. */
function contentOf(event: unknown): DataTransfer | null {
  if (event instanceof ClipboardEvent) return event.clipboardData;
  return event instanceof InputEvent && event.inputType === 'insertFromDrop' ? event.dataTransfer : null;
}

/** A picture that Safari names and does not give. */
export function isUnreadPicture({ types, files }: Pick<DataTransfer, 'types' | 'files'>): boolean {
  const isPicture = (type: string) => type === 'Files' || type.startsWith('image/');
  return types.some(isPicture) && files.length === 0 && !types.some((type) => /^text\/|lexical/.test(type));
}

/** What is pasted, and where. */
interface Here extends Clipboard {
  files: File[];
  inCell: boolean;
  place: PastePlace;
}

/** Where it is pasted, even if what it is comes later: a sign in the text, or what is selected that is no text. */
type PastePlace = NodeKey | BaseSelection | null;

/** Puts a sign in the place of what is selected: it goes with what is typed around it, and can be deleted. */
function $putSign(selection: RangeSelection): NodeKey {
  const sign = $createTextNode('…').setMode('token');
  selection.insertNodes([sign]);
  sign.selectEnd();
  $addUpdateTag(HISTORY_PUSH_TAG);
  return sign.getKey();
}

async function pasteInto(
  editor: LexicalEditor,
  pasting: Pasting,
  { files, inCell, place, ...clipboard }: Here,
): Promise<void> {
  let reading: ReadPaste | null = null;
  try {
    reading = await pasting.read(clipboard, inCell);
  } catch (error) {
    pasting.tellPlain(error);
  }
  // Deleted or undone meanwhile.
  if (typeof place === 'string' && !editor.read(() => $getNodeByKey(place)?.isAttached())) return;
  const before = editor.getEditorState();
  if (!reading) {
    insert(editor, place, (selection) => {
      selection.insertRawText(clipboard.text);
      return [];
    });
    return;
  }
  if (reading.other) {
    const { other } = reading;
    insert(editor, place, (selection) => $insert(editor, selection, other));
    // From there again, with what was put in as the step before.
    editor.setEditorState(before, { tag: HISTORIC_TAG });
  }
  const { nodes, dropped, pictures } = reading;
  const isJoined = reading.other !== undefined;
  const { first, keys } = insert(editor, place, (selection) => $insert(editor, selection, nodes), isJoined);
  const blocks = [...(first ? [first] : []), ...keys];
  const behind = ({ after }: { after: number }) =>
    blocks.slice(0, blocks.length - nodes.length + after).reverse();
  const tables = keys.filter((_, i) => lacksHeadings(nodes[i]));
  const placed = placePictures(editor, pasting.media, { pictures, files, behind });
  const report = {
    dropped: summed([...placed.missing.map(() => ({ what: 'picture' as const, count: 1 })), ...dropped]),
    pictures: placed.offered,
    isJoined,
    tables,
  };
  const count = report.dropped.length + report.pictures.length + tables.length;
  if (count > 0 || isJoined) pasting.tell(report);
}

interface Inserted {
  /** The block of the caret. */
  first: NodeKey | undefined;
  /** Of what was put in. */
  keys: NodeKey[];
}

/** Puts something in where it was pasted, as a step of its own, or as that of its sign. A caret that has left it stays where it is. */
function insert(
  editor: LexicalEditor,
  place: PastePlace,
  put: (selection: BaseSelection) => LexicalNode[],
  isStep = false,
): Inserted {
  const inserted: Inserted = { first: undefined, keys: [] };
  editor.update(
    () => {
      const sign = typeof place === 'string' ? $getNodeByKey(place) : null;
      const left = sign && $leftTo(sign);
      $addUpdateTag(sign && !left && !isStep ? HISTORY_MERGE_TAG : HISTORY_PUSH_TAG);
      if (sign) {
        sign.selectStart();
        sign.remove();
      } else if (place && typeof place !== 'string' && $isThere(place)) $setSelection(place.clone());
      const selection = $getSelection();
      if (!selection) return;
      inserted.first = selection.getNodes()[0]?.getTopLevelElement()?.getKey();
      inserted.keys = put(selection).map((node) => node.getKey());
      // A selection would take the focus from another field.
      if (!editor.getRootElement()?.contains(document.activeElement)) $setSelection(null);
      else if (left && $isThere(left)) $setSelection(left);
    },
    { tag: PASTE_TAG, discrete: true },
  );
  // Payload's form does not hear of a step that is merged.
  editor.update(() => void $getRoot().markDirty(), { tag: HISTORIC_TAG });
  return inserted;
}

/** What is selected, unless it is the end of a sign still. */
function $leftTo(sign: LexicalNode): BaseSelection | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return selection?.clone() ?? null;
  const { anchor } = selection;
  const node = anchor.getNode();
  const last = $isElementNode(node)
    ? node.getChildAtIndex(anchor.offset - 1)
    : anchor.offset === 0
      ? node.getPreviousSibling()
      : node;
  return sign.is(last) ? null : selection.clone();
}

interface Pictures {
  pictures: readonly PastedPicture[];
  files: readonly File[];
  behind(picture: PastedPicture | PictureFile): NodeKey[];
}

/** Puts those pictures in that the media library has already. Of the others, some can be uploaded. */
function placePictures(editor: LexicalEditor, media: string, { pictures, files: given, behind }: Pictures) {
  if (media === '' || pictures.length === 0) return { offered: [], missing: pictures };
  const isOne = pictures.length === 1;
  const files = pictures.map((picture) => filesOf([picture], isOne ? given : [])[0]);
  const offered = files.flatMap((each) => (each ? [{ ...each, behind: behind(each) }] : []));
  const others = pictures.filter((_, i) => !files[i]);
  const known = others.flatMap((picture) => {
    const { alt, image: id } = picture;
    return id === undefined ? [] : [{ collection: media, id, alt, behind: behind(picture) }];
  });
  if (known.length > 0) insertPictures(editor, known);
  return { offered, missing: others.filter(({ image }) => image === undefined) };
}

function $insert(editor: LexicalEditor, selection: BaseSelection, json: Pasted['nodes']): LexicalNode[] {
  const nodes = (json as unknown as SerializedLexicalNode[]).map((node) => $parseSerializedNode(node));
  // A table in a table is put into its cells.
  const isTaken = editor.dispatchCommand(SELECTION_INSERT_CLIPBOARD_NODES_COMMAND, { nodes, selection });
  if (!isTaken) selection.insertNodes(nodes);
  return nodes;
}

/** True for a table of several rows, no cell of which is a heading. */
function lacksHeadings(node: Pasted['nodes'][number] | undefined): boolean {
  const held = (each: unknown) => (each as { children?: { headerState?: number }[] }).children ?? [];
  if (node?.type !== 'table' || held(node).length < 2) return false;
  return held(node).every((row) => held(row).every(({ headerState }) => !headerState));
}

function isInCell(selection: BaseSelection): boolean {
  const [first] = selection.getNodes();
  return [first, ...(first?.getParents() ?? [])].some((node) => node?.getType() === 'tablecell');
}

/** Lexical's bit of the headings of a row. */
const ROW = 1;

interface Cell extends LexicalNode {
  setHeaderStyles(state: number): unknown;
}

/** Makes headings of the first rows of tables, in one step that can be undone. */
export function headFirstRows(editor: LexicalEditor, tables: readonly NodeKey[]): void {
  editor.update(
    () => {
      for (const key of tables) {
        const table = $getNodeByKey(key);
        const row = $isElementNode(table) ? table.getFirstChild() : null;
        const cells = $isElementNode(row) ? row.getChildren<Cell>() : [];
        for (const cell of cells) cell.setHeaderStyles(ROW);
      }
    },
    { tag: HISTORY_PUSH_TAG },
  );
}

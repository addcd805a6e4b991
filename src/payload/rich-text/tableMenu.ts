import {
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  $setSelection,
  type BaseSelection,
  COMMAND_PRIORITY_LOW,
  type LexicalEditor,
} from '@payloadcms/richtext-lexical/lexical';
import { commandOf } from './commandOf.ts';

const MENU = '.table-action-menu-dropdown';
const BUTTON = '.table-cell-action-button';

/** The names of what Payload offers for a table and HTML has no place for: they would be lost in silence. */
export const HIDDEN_TABLE_CONTROLS = `
.table-action-menu-dropdown :is([data-test-id=table-row-striping], [data-test-id=table-freeze-first-column]),
.LexicalEditorTheme__tableCellResizer {
  display: none;
}`;

/** Opens Payload's menu of the table that the selection is in; false where it is in none. */
export function openTableMenu(editor: LexicalEditor): boolean {
  const button = fieldOf(editor)?.querySelector<HTMLElement>(BUTTON);
  // The menu closes with every click beside it, so with the one that asks for it.
  setTimeout(() => button?.click());
  return button !== null && button !== undefined;
}

/**
 * The menu of a table in Payload 3.90 is for the mouse: it stands at the end of the page, where the focus does not get, and
 * leaves the editor without a selection. Here it takes the focus, arrow keys go through it, Escape and Tab close it, and then
 * the editor goes on where it was.
 *
 * Needed for: users of keyboards and screen readers.
 */
export function keepTableMenu(editor: LexicalEditor): () => void {
  let before: BaseSelection | null | undefined;
  const opened = (menu: HTMLElement) => {
    if (!fieldOf(editor)?.contains(document.activeElement)) return;
    before = editor.getEditorState().read(() => $getSelection()?.clone() ?? null);
    menu.addEventListener('keydown', (event) => move(event, menu, editor));
    itemsOf(menu)[0]?.focus();
  };
  const closed = () => {
    const place = before;
    before = undefined;
    if (place === undefined) return;
    editor.update(() => {
      if (place && $isThere(place) && $getSelection() === null) $setSelection(place.clone());
    });
    editor.focus();
  };
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const node of addedNodes) if (isMenu(node)) opened(node);
      for (const node of removedNodes) if (isMenu(node)) closed();
    }
  });
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

/** False where a selection stood in what is deleted by now: its nodes cannot be asked for. */
export function $isThere(selection: BaseSelection): boolean {
  return selection.getStartEndPoints()?.every(({ key }) => $getNodeByKey(key) !== null) ?? true;
}

/** True where Lexical goes to another cell of a table, and out of the table from the last one. */
export function $isInCell(): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false;
  return selection.anchor
    .getNode()
    .getParents()
    .some((node) => node.getType() === 'tablecell');
}

/**
 * Keeps the caret in the first cell of a new table. When its form closes, Payload 3.90 puts it back to where it was before.
 *
 * Needed for: going on by typing and Tab.
 */
export function keepCaretInNewTable(editor: LexicalEditor): () => void {
  const onInsert = () => {
    let inCell: BaseSelection | null | undefined;
    const stop = editor.registerUpdateListener(({ editorState }) => {
      if (editorState.read($isInCell)) inCell = editorState._selection;
      else if (inCell) {
        stop();
        editor.update(() => {
          if (inCell && $isThere(inCell)) $setSelection(inCell.clone());
        });
      }
    });
    return false;
  };
  const insert = commandOf(editor, 'INSERT_TABLE_COMMAND');
  return insert ? editor.registerCommand(insert, onInsert, COMMAND_PRIORITY_LOW) : () => undefined;
}

function isMenu(node: Node): node is HTMLElement {
  return node instanceof HTMLElement && node.matches(MENU);
}

function fieldOf(editor: LexicalEditor): Element | null | undefined {
  return editor.getRootElement()?.closest('.rich-text-lexical');
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('button')].filter((item) => item.offsetParent !== null);
}

function move(event: KeyboardEvent, menu: HTMLElement, editor: LexicalEditor): void {
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    event.stopPropagation();
    openTableMenu(editor);
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const items = itemsOf(menu);
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[(at + step + items.length) % items.length]?.focus();
}

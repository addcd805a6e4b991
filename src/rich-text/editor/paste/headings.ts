import {
  $getNodeByKey,
  $isElementNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
} from '@payloadcms/richtext-lexical/lexical';

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

import { COMMAND_PRIORITY_LOW, KEY_ESCAPE_COMMAND } from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { Button, useTranslation } from '@payloadcms/ui';
import { useEffect, useRef, useState } from 'react';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import {
  HIDDEN_TABLE_CONTROLS,
  keepCaretInNewTable,
  keepTableMenu,
  openTableMenu,
} from '../../payload/rich-text/tableMenu.ts';
import { registerCaptions, setCaption, type TableAt, tableOf } from './tableCaptions.ts';

const ACTIONS = bilingual('Ενέργειες για τον πίνακα', 'Table actions');
const CAPTION = bilingual('Λεζάντα του πίνακα', 'Table caption');

const STYLES = `${HIDDEN_TABLE_CONTROLS}
.LexicalEditorTheme__table { table-layout: auto; min-inline-size: 50%; }
.LexicalEditorTheme__table[aria-label]::before {
  content: attr(aria-label);
  display: table-caption;
  text-align: start;
  font-weight: 600;
  padding-block-end: 4px;
}
.portal-table-tools {
  position: sticky;
  inset-block-end: 0;
  z-index: 2;
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  padding-block: 8px;
  background: var(--theme-bg);
}
.portal-table-tools input { flex: 1 1 12em; padding: 2px 8px; font: inherit; }`;

/** Captions, the menu of a table, and the caret in a new one. */
export function TableAids() {
  const [editor] = useLexicalComposerContext();
  useEffect(() => registerCaptions(editor), [editor]);
  useEffect(() => keepTableMenu(editor), [editor]);
  useEffect(() => keepCaretInNewTable(editor), [editor]);
  return (
    <style href="portal-content-tables" precedence="default">
      {STYLES}
    </style>
  );
}

/** Below the editor while the selection is in a table: its menu, and its caption. Escape goes there from a cell, and back. */
export function TableTools() {
  const [editor] = useLexicalComposerContext();
  const { language } = useTranslation().i18n;
  const [table, setTable] = useState<TableAt>();
  const tools = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const look = () => {
      const now = tableOf(editor);
      setTable((last) => (last?.key === now?.key && last?.caption === now?.caption ? last : now));
    };
    look();
    return editor.registerUpdateListener(look);
  }, [editor]);
  useEffect(
    () =>
      editor.registerCommand(
        KEY_ESCAPE_COMMAND,
        () => {
          tools.current?.querySelector('button')?.focus();
          return tools.current !== null;
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor],
  );
  if (!table) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key for all that is in it
    <div
      className="portal-table-tools"
      onKeyDown={(event) => event.key === 'Escape' && editor.focus()}
      ref={tools}
    >
      <Button buttonStyle="secondary" margin={false} onClick={() => openTableMenu(editor)} size="small">
        {translate(ACTIONS, language)}
      </Button>
      <input
        aria-label={translate(CAPTION, language)}
        onChange={({ target }) => setCaption(editor, table.key, target.value)}
        placeholder={translate(CAPTION, language)}
        value={table.caption}
      />
    </div>
  );
}

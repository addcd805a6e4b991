'use client';
import { createClientFeature, useEditorConfigContext } from '@payloadcms/richtext-lexical/client';
import { COMMAND_PRIORITY_CRITICAL, KEY_TAB_COMMAND } from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { getTranslation } from '@payloadcms/translations';
import { useTranslation } from '@payloadcms/ui';
import { useEffect } from 'react';

export const AccessibilityFeatureClient: ReturnType<typeof createClientFeature> = createClientFeature({
  plugins: [{ Component: Accessibility, position: 'normal' }],
});

/** As the portal shows lists in lists, where nothing says otherwise. Payload's layers yield to it. */
const LISTS = `
.LexicalEditorTheme__ol2, .LexicalEditorTheme__ol3, .LexicalEditorTheme__ol4, .LexicalEditorTheme__ol5 {
  list-style-type: decimal;
}`;

/** Gives the text the name of its field, and lets Tab move on to the next one. Lists nest by the toolbar's buttons. */
function Accessibility() {
  const [editor] = useLexicalComposerContext();
  const { label } = useEditorConfigContext().fieldProps.field;
  const { i18n } = useTranslation();
  const name = label ? getTranslation(label, i18n) : '';
  useEffect(
    () => editor.registerRootListener((root) => root?.setAttribute('aria-label', name)),
    [editor, name],
  );
  // Handled, so that nothing indents, and not prevented, so that the browser does what it does elsewhere.
  useEffect(() => editor.registerCommand(KEY_TAB_COMMAND, () => true, COMMAND_PRIORITY_CRITICAL), [editor]);
  return (
    <style href="portal-content-lists" precedence="default">
      {LISTS}
    </style>
  );
}

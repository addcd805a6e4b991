'use client';
import { createClientFeature, useEditorConfigContext } from '@payloadcms/richtext-lexical/client';
import { COMMAND_PRIORITY_CRITICAL, KEY_TAB_COMMAND } from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { getTranslation } from '@payloadcms/translations';
import { useTranslation } from '@payloadcms/ui';
import { useEffect } from 'react';
import { waitForCheckOfLinks } from './linkDrawer.ts';
import { $isInCell } from './tableMenu.ts';

export const AccessibilityFeatureClient: ReturnType<typeof createClientFeature> = createClientFeature({
  plugins: [{ Component: Accessibility, position: 'normal' }],
});

/**
 * Numbers for nested lists, as on the portal by default. Blocks outside the window are not laid out, so that a long text opens
 * sooner. Payload's CSS layers have lower precedence.
 */
const STYLES = `
.LexicalEditorTheme__ol2, .LexicalEditorTheme__ol3, .LexicalEditorTheme__ol4, .LexicalEditorTheme__ol5 {
  list-style-type: decimal;
}
.ContentEditable__root > :is(p, h1, h2, h3, h4, h5, h6) {
  content-visibility: auto;
  contain-intrinsic-block-size: auto 3lh;
  overflow-clip-margin: 1em;
}`;

/** Gives the editor the name of its field, and lets Tab move to the next field, in a table to the next cell. Lists are nested with the toolbar's buttons. */
function Accessibility() {
  const [editor] = useLexicalComposerContext();
  const { label } = useEditorConfigContext().fieldProps.field;
  const { i18n } = useTranslation();
  const name = label ? getTranslation(label, i18n) : '';
  useEffect(
    () => editor.registerRootListener((root) => root?.setAttribute('aria-label', name)),
    [editor, name],
  );
  // Handled, so that Lexical does not indent, but not prevented, so that the browser moves the focus.
  useEffect(
    () => editor.registerCommand(KEY_TAB_COMMAND, () => !$isInCell(), COMMAND_PRIORITY_CRITICAL),
    [editor],
  );
  useEffect(waitForCheckOfLinks, []);
  return (
    <style href="portal-content-editor" precedence="default">
      {STYLES}
    </style>
  );
}

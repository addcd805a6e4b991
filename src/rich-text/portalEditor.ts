import { lexicalEditor } from '@payloadcms/richtext-lexical';

/** The rich text editor of every HTML field: only features whose output {@link lexicalToHtml} renders. */
export function portalEditor(): ReturnType<typeof lexicalEditor> {
  return lexicalEditor();
}

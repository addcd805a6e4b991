/**
 * Rich text that loses nothing: the bridge between the HTML of the legacy lists and Payload's Lexical editor.
 *
 * Everything but {@link portalEditor} is a pure function on strings and JSON: no DOM, no Lexical at run time.
 */
export { htmlToLexical } from './import/index.ts';
export { portalEditor } from './portalEditor.ts';
export { type RichTextProblem, refuseUnsafe, type TrustedOrigins } from './safety/index.ts';
export { lexicalToHtml, type ServedInput, type ServedState, servedHtml } from './served/index.ts';
export { isEmptyState } from './state.ts';

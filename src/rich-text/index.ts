/**
 * Rich text that loses nothing: the bridge between the HTML of the legacy lists and Payload's Lexical editor.
 *
 *     source HTML ─▶ html/ ─▶ import/ ─▶ editor state ─▶ render/ ─▶ blocks ─▶ served/ ─▶ served HTML
 *                                                                  source ─▶┘
 *
 * - All that is known of one kind of node stands in its file in `kinds/`: what the editor may send, how it renders, which
 *   elements open as it.
 * - Each node keeps the start tag it came with, each text the elements around it that Lexical lacks, in Lexical's node state
 *   (`$`, see `state.ts`). What has no place in an editor at all is a node that keeps its HTML.
 * - Rendering writes those tags again. `served/` puts the source's own bytes in place of every block that renders as it was
 *   imported: nothing edited, every byte; one paragraph edited, every byte but that paragraph.
 * - What a client may bring in by itself is judged by `safety/`.
 *
 * All of it is pure functions on strings and JSON: no DOM, no Payload, no Lexical at run time. Those stand in `editor/`.
 */

export { readHtml } from './html/read.ts';
export { attributeOf } from './html/startTag.ts';
export { htmlToText, textOf } from './htmlToText.ts';
export { htmlToLexical } from './import/index.ts';
export { documentName } from './kinds/kind.ts';
export { type Reference, referencesIn } from './references.ts';
export { VIDEO_HOSTS, WHOLE_ADDRESS } from './safety/addresses.ts';
export { activeIn, judgeServed } from './safety/judgeHtml.ts';
export type { RichTextProblem } from './safety/reasons.ts';
export { refuseLinks, refuseNewHtml, refuseState } from './safety/state.ts';
export { lexicalToHtml, servedHtml } from './served/serve.ts';
export { blocksOf, childrenOf, isEmptyState, type NodeJson } from './state.ts';

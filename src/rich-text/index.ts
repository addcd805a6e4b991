/**
 * Rich text that loses nothing: the bridge between the HTML of the legacy lists and Payload's Lexical editor.
 *
 * Everything but {@link portalEditor} is a pure function on strings and JSON: no DOM, no Lexical at run time.
 */
import type { SerializedEditorState } from 'lexical';

/** What is served now, and the editor state that it belongs to. */
export interface ServedState {
  state: unknown;
  html: string | null;
}

/** Something in an editor state that this project does not publish, in plain words. */
export interface RichTextProblem {
  /** Where: child indexes from the root (`root.children.0.children.2`). */
  path: string;
  message: string;
}

/** Where markup may have come from: only that may hold what a client must not bring in by itself. */
export interface TrustedOrigins {
  /** The imported legacy HTML of this field. */
  source?: string | null;
  /** The state stored before this save. */
  previous?: unknown;
}

/** Imported legacy HTML as editor state. Never throws, whatever the HTML. */
export function htmlToLexical(_html: string): SerializedEditorState {
  throw new Error('not there yet');
}

/** The HTML of an editor state; with `source`, top-level units that are as imported keep their imported bytes. */
export function lexicalToHtml(_state: unknown, _options: { source?: string | null } = {}): string {
  throw new Error('not there yet');
}

/**
 * The HTML to serve after a save: what was served before if the state still says the same, the imported source if the state
 * is the imported one, otherwise the state's own HTML in which every untouched unit of the source keeps its bytes.
 */
export function servedHtml(_input: {
  state: unknown;
  previous?: ServedState | null;
  source?: string | null;
}): string {
  throw new Error('not there yet');
}

/** True for null, undefined and a state that shows nothing (one empty paragraph without kept attributes). */
export function isEmptyState(_state: unknown): boolean {
  throw new Error('not there yet');
}

/** Every reason why a state must not be saved; empty when there is none. Never throws. */
export function refuseUnsafe(_state: unknown, _origins: TrustedOrigins = {}): RichTextProblem[] {
  throw new Error('not there yet');
}

export { portalEditor } from './portalEditor.ts';

import { isBlank } from '../state.ts';
import { readSource } from './parts.ts';
import { serve } from './serve.ts';

export { type Part, readSource } from './parts.ts';

export interface ServedInput {
  /** The editor state to serve. */
  state: unknown;
  /** The imported legacy HTML of this field. */
  source?: string | null | undefined;
}

/** The HTML of an editor state alone. */
export function lexicalToHtml(state: unknown): string {
  return serve(state);
}

/**
 * The HTML to serve of an editor state: the imported source when the state is the imported one, otherwise the state's own
 * HTML, with each part that is as imported in the source's bytes.
 */
export function servedHtml({ state, source }: ServedInput): string {
  const html = serve(state, typeof source === 'string' ? readSource(source) : undefined);
  // The paragraph that remains when an editor has deleted all text is no content.
  return html !== source && isBlank(state) ? '' : html;
}

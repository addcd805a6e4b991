import { renderHtml, renderUnits } from '../render/index.ts';
import { isBlank } from '../state.ts';
import { mergeWithSource } from './merge.ts';
import { readSource, type Source } from './source.ts';

export { readSource, type Source };

/** What is served now, and the editor state that it belongs to. */
interface ServedState {
  state: unknown;
  html: string | null;
}

export interface ServedInput {
  /** The editor state to serve. */
  state: unknown;
  /** What is served so far. */
  previous?: ServedState | null | undefined;
  /** The imported legacy HTML of this field. */
  source?: string | null | undefined;
}

/**
 * The HTML of an editor state. With `source`, whatever the state leaves as imported is in the source's own bytes: the whole
 * text when nothing was changed, else every untouched tag, word and kept piece of it.
 */
export function lexicalToHtml(
  state: unknown,
  { source }: { source?: string | null | undefined } = {},
): string {
  const read = typeof source === 'string' ? readSource(source) : undefined;
  if (!read) return renderHtml(state);
  return isImported(state, read) ? read.html : mergeWithSource(renderUnits(state), read);
}

function isImported(state: unknown, { tokens }: Source): boolean {
  return renderHtml(state) === tokens.map(({ html }) => html).join('');
}

/**
 * The HTML to serve after a save: what was served before while the state still says the same (so null stays null), the
 * imported source when the state is the imported one, otherwise the state's own HTML as {@link lexicalToHtml} gives it.
 */
export function servedHtml({ state, previous, source }: ServedInput): string | null {
  if (previous && renderHtml(state) === renderHtml(previous.state)) return previous.html;
  const read = typeof source === 'string' ? readSource(source) : undefined;
  if (read && isImported(state, read)) return read.html;
  // The paragraph that remains when an editor has deleted all text is no content.
  if (isBlank(state)) return '';
  return read ? mergeWithSource(renderUnits(state), read) : renderHtml(state);
}

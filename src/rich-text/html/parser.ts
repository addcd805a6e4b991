import { type DefaultTreeAdapterTypes as Dom, defaultTreeAdapter, Parser, Token } from 'parse5';
import type { Place, StartTag } from './read.ts';

/** Each token of text is a node of its own: the places of joined ones would take in dropped tags between them. */
export const adapter: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  insertText(parent, value) {
    defaultTreeAdapter.appendChild(parent, defaultTreeAdapter.createTextNode(value));
  },
  insertTextBefore(parent, value, sibling) {
    defaultTreeAdapter.insertBefore(parent, defaultTreeAdapter.createTextNode(value), sibling);
  },
};

/** A thousand unended marks in a thousand blocks would be a million: more than these are not opened again. */
const MAX_REOPENED = 10_000;

/** Notes every tag and comment, those too that leave nothing in the tree, and what stands open at the end. */
export class NotingParser extends Parser<Dom.DefaultTreeAdapterMap> {
  readonly tags: StartTag[] = [];
  readonly endTags: Place[] = [];
  readonly comments: Place[] = [];
  /** Of marks: their end tag may stand outside the block that they stand in. */
  readonly paired = new Set<number>();
  /** Reads no further than the first tag or comment. */
  isPausing = false;
  /** Where the last of them ends. */
  end = 0;
  /** What would end all that stands open at the end. */
  open = '';
  #reopened = 0;

  override onStartTag(token: Token.TagToken): void {
    const attributes = token.attrs.map(({ name, value }) => ({
      name,
      value,
      ...placeOf(token.location?.attrs?.[name]),
    }));
    this.#note(this.tags, { name: token.tagName, attributes, ...placeOf(token.location) });
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    this.#note(this.endTags, placeOf(token.location));
    if (token.tagName === 'br') {
      // It breaks the line like `<br>` (HTML 13.2.6.4.7); read as that, it has a place.
      super.onStartTag({ ...token, type: Token.TokenType.START_TAG, attrs: [], selfClosing: false });
      return;
    }
    const mark = this.activeFormattingElements.getElementEntryInScopeWithTagName(token.tagName);
    super.onEndTag(token);
    const isEnded = mark !== this.activeFormattingElements.getElementEntryInScopeWithTagName(token.tagName);
    if (mark && isEnded)
      this.paired.add(placeOf(mark.token.location).start).add(placeOf(token.location).start);
  }

  override onComment(token: Token.CommentToken): void {
    this.#note(this.comments, placeOf(token.location));
    super.onComment(token);
  }

  /** Browsers drop a doctype here; as a comment, it has a place. */
  override onDoctype({ location }: Token.DoctypeToken): void {
    this.onComment({ type: Token.TokenType.COMMENT, data: '', location });
  }

  override onEof(token: Token.EOFToken): void {
    this.open ||= this.#endTagsOfOpen();
    super.onEof(token);
  }

  /** Marks that the source leaves open stand again in each block that follows (HTML 13.2.4.3). */
  override _reconstructActiveFormattingElements(): void {
    if (this.#reopened > MAX_REOPENED) return;
    const { depth } = this.openElements;
    super._reconstructActiveFormattingElements();
    this.#reopened += this.openElements.depth - depth;
  }

  /** A token may come again, for another insertion mode. */
  #note<T extends Place>(places: T[], place: T): void {
    if (place.start < this.end) return;
    places.push(place);
    this.end = place.end;
    if (this.isPausing) this.tokenizer.pause();
  }

  /** Innermost first; then those of marks that the next text would open again (HTML 13.2.4.3). */
  #endTagsOfOpen(): string {
    const names: string[] = [];
    const { items, stackTop } = this.openElements;
    for (let i = stackTop; i > 0; i--) {
      const item = items[i];
      // Nothing ends `<plaintext>`.
      if (item && 'tagName' in item && item.sourceCodeLocation && item.tagName !== 'plaintext')
        names.push(item.tagName);
    }
    for (let entry = this.activeFormattingElements.newest; entry; entry = entry.older) {
      if ('element' in entry && !this.openElements.contains(entry.element)) names.push(entry.element.tagName);
    }
    return names.map((name) => `</${name}>`).join('');
  }
}

/** A place of the parser as one of ours. */
export function placeOf(location: Token.Location | null | undefined): Place {
  return { start: location?.startOffset ?? 0, end: location?.endOffset ?? 0 };
}

import { type DefaultTreeAdapterTypes as Dom, defaultTreeAdapter, Parser, Token } from 'parse5';

/** A stretch of the source, in UTF-16 units. */
export interface Place {
  start: number;
  end: number;
}

export interface StartTag extends Place {
  /** Lower case. */
  name: string;
  /** Of several with one name, the first. */
  attributes: Attribute[];
}

/** The value is decoded; empty where the attribute has none. */
export interface Attribute extends Place {
  name: string;
  value: string;
}

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

/** Open elements, the one around all of them aside. Browsers themselves give up at 512. */
const MAX_OPEN = 1000;
/** Tags, their attributes and comments: what is read takes a kilobyte of memory for each of them. */
const MAX_TAGS = 200_000;

/** Why a text is not read: its elements are too many in each other, its tags too many, or it is too long. */
export type Bound = 'deepHtml' | 'manyTags' | 'longHtml';

/** Reads no deeper than any page is, in time that is in proportion to its source. */
export class BoundedParser extends Parser<Dom.DefaultTreeAdapterMap> {
  /** The bound at which reading has stopped. */
  beyond: Bound | undefined;
  #reopened = 0;

  override onItemPush(node: Dom.ParentNode, tag: number, isTop: boolean): void {
    super.onItemPush(node, tag, isTop);
    if (this.openElements.depth > MAX_OPEN + 1) this.stop('deepHtml');
  }

  /** Marks that the source leaves open stand again in each block that follows (HTML 13.2.4.3). */
  override _reconstructActiveFormattingElements(): void {
    if (this.#reopened > MAX_REOPENED) return;
    const { depth } = this.openElements;
    super._reconstructActiveFormattingElements();
    this.#reopened += this.openElements.depth - depth;
  }

  protected stop(bound: Bound): void {
    this.beyond ??= bound;
    this.tokenizer.pause();
  }
}

/** Notes every tag and comment, those too that leave nothing in the tree, and what stands open at the end. */
export class NotingParser extends BoundedParser {
  readonly tags: StartTag[] = [];
  readonly endTags: Place[] = [];
  readonly comments: Place[] = [];
  /** The end tags of marks, by where the marks start; undefined for those that nothing ends. */
  readonly markEnds = new Map<number, Place | undefined>();
  /** The start tags of elements that the parser makes again, by the attributes that both share. */
  readonly startTags = new Map<unknown, Place>();
  /** Reads no further than the first tag or comment. */
  isPausing = false;
  /** Where the last of them ends. */
  end = 0;
  /** What would end all that stands open at the end. */
  open = '';
  #noted = 0;

  override onStartTag(token: Token.TagToken): void {
    const attributes = token.attrs.map(({ name, value }) => ({
      name,
      value,
      ...placeOf(token.location?.attrs?.[name]),
    }));
    this.#noted += attributes.length;
    this.#note(this.tags, { name: token.tagName, attributes, ...placeOf(token.location) });
    this.startTags.set(token.attrs, placeOf(token.location));
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
    if (mark && isEnded) this.markEnds.set(placeOf(mark.token.location).start, placeOf(token.location));
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

  /** A token may come again, for another insertion mode. */
  #note<T extends Place>(places: T[], place: T): void {
    if (place.start < this.end) return;
    places.push(place);
    this.end = place.end;
    this.#noted += 1;
    if (this.#noted > MAX_TAGS) this.stop('manyTags');
    if (this.isPausing) this.tokenizer.pause();
  }

  /** Innermost first; then those of marks that the next text would open again (HTML 13.2.4.3). */
  #endTagsOfOpen(): string {
    const { items, stackTop } = this.openElements;
    const marks = new Set<unknown>();
    let reopened: Dom.Element[] = [];
    for (let entry = this.activeFormattingElements.newest; entry; entry = entry.older) {
      // What ends a cell or an object ends the marks in it, too: the standard calls its start a marker.
      if (!('element' in entry)) {
        reopened = [];
        continue;
      }
      this.markEnds.set(placeOf(entry.token.location).start, undefined);
      if (this.openElements.contains(entry.element)) marks.add(entry.element);
      else reopened.push(entry.element);
    }
    const open: Dom.Element[] = [];
    for (let i = stackTop; i > 0; i--) {
      const item = items[i];
      // What the parser adds of itself, such as a <tbody>, ends of itself; nothing ends <plaintext>.
      const needsEnd = item && 'tagName' in item && (item.sourceCodeLocation || marks.has(item));
      if (needsEnd && item.tagName !== 'plaintext') open.push(item);
    }
    return [...open, ...reopened].map(({ tagName }) => `</${tagName}>`).join('');
  }
}

/** A place of the parser as one of ours. */
export function placeOf(location: Token.Location | null | undefined): Place {
  return { start: location?.startOffset ?? 0, end: location?.endOffset ?? 0 };
}

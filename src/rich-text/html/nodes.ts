/** An element of the source, by its places in it. */
export interface HtmlElement {
  kind: 'element';
  /** Lower case. */
  name: string;
  start: number;
  /** Where the start tag ends. */
  openEnd: number;
  /** Where the end tag starts; equal to `end` where the source has none. */
  closeStart: number;
  end: number;
  /** The end tags that the source lacks, innermost first: appended where the element stands alone. */
  missing: string;
  children: HtmlNode[];
  /** A block stands somewhere inside (not counting what is inside kept elements). */
  hasBlock: boolean;
}

/** A stretch of text, entities and all. */
interface HtmlText {
  kind: 'text';
  start: number;
  end: number;
}

/** A comment, CDATA section, doctype or processing instruction. */
interface HtmlComment {
  kind: 'comment';
  start: number;
  end: number;
  /** What ends it, where the source does not. */
  missing: string;
}

export type HtmlNode = HtmlElement | HtmlText | HtmlComment;

/** An element without content, or whose content is still to come. */
export function leafElement(name: string, start: number, end: number): HtmlElement {
  return {
    kind: 'element',
    name,
    start,
    openEnd: end,
    closeStart: end,
    end,
    missing: '',
    children: [],
    hasBlock: false,
  };
}

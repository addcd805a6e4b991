/**
 * What each HTML element is to the editor. Names are lower case; every element that stands nowhere here is inline
 * (the HTML standard treats unknown elements so, and legacy texts are full of `<o:p>` and `<font>`).
 */

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Bits of Lexical's text format (`TEXT_TYPE_TO_FORMAT`) for the tags that open as such. */
export const MARK_BITS: Readonly<Record<string, number>> = {
  b: 1,
  strong: 1,
  i: 2,
  em: 2,
  s: 4,
  strike: 4,
  del: 4,
  u: 8,
  ins: 8,
  code: 16,
  sub: 32,
  sup: 64,
};

/** What an editor's own mark becomes, outermost first. */
export const DEFAULT_MARKS: readonly (readonly [bit: number, tag: string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [8, 'u'],
  [4, 's'],
  [32, 'sub'],
  [64, 'sup'],
  [16, 'code'],
];

export const HEADINGS = names('h1 h2 h3 h4 h5 h6');

/** Blocks whose inline content opens as one paragraph, and whose block content opens as blocks inside them. */
const CONTAINERS = names(
  'address article aside blockquote body caption center dd div dt figcaption footer header hgroup html legend li main nav p search section summary',
);

/** Blocks that Lexical lacks: kept as they are. */
const KEPT_BLOCKS = names(
  'colgroup details dialog dir dl fieldset figure form frameset listing marquee menu noframes plaintext pre table tbody td tfoot th thead tr xmp',
);

/** Inline content that Lexical lacks, or whose content is no text: kept as it is. */
const KEPT_INLINES = names(
  'applet area audio base basefont bgsound button canvas col datalist embed frame head iframe img image input keygen link map math meta meter noembed noscript object optgroup option output param picture progress ruby script select slot source style svg template textarea title track video wbr',
);

export type ElementKind =
  | 'container'
  | 'heading'
  | 'list'
  | 'rule'
  | 'kept-block'
  | 'break'
  | 'kept-inline'
  | 'inline';

/** The kind of the element with this (lower-case) name. */
export function kindOf(name: string): ElementKind {
  if (CONTAINERS.has(name)) return 'container';
  if (HEADINGS.has(name)) return 'heading';
  if (name === 'ul' || name === 'ol') return 'list';
  if (name === 'hr') return 'rule';
  if (name === 'br') return 'break';
  if (KEPT_BLOCKS.has(name)) return 'kept-block';
  return KEPT_INLINES.has(name) ? 'kept-inline' : 'inline';
}

/** True for elements that stand on lines of their own. */
export function isBlockLevel(name: string): boolean {
  return !['break', 'kept-inline', 'inline'].includes(kindOf(name));
}

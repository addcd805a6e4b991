import { type DefaultTreeAdapterTypes as Dom, defaultTreeAdapter, html, type Token } from 'parse5';
import type { Place, StartTag } from './parser.ts';
import { adapter, type Bound, NotingParser, placeOf } from './parser.ts';

/** HTML as a browser reads it inside a `<div>`: its tokens and its tree, each with its place in the source. */
export interface HtmlReading {
  source: string;
  tags: StartTag[];
  endTags: Place[];
  /** Doctypes and processing instructions too. */
  comments: Place[];
  /** The nodes of the tree, each before what is in it; texts piece by piece. */
  nodes: ReadNode[];
  /** Where the start tags stand that became elements. */
  opened: ReadonlySet<number>;
  /** Where the tags stand that belong together: the start tag of an element, and the end tag that ends it. */
  paired: ReadonlySet<number>;
  /**
   * The end tags of marks (`<b>`, `<a>`, …), by where the marks start: maybe outside the block that they stand in. Undefined
   * for marks that nothing ends.
   */
  markEnds: ReadonlyMap<number, Place | undefined>;
  /** Where the last whole token ends: what comes after it is a tag cut off. */
  end: number;
  /** The source ends within a tag or a comment. */
  isCutOff: boolean;
  /** What would end all that stands open at the end. */
  missing: string;
  /** The bound that the source is beyond: nothing of it is read, and the rest of this says nothing. */
  beyond: Bound | undefined;
}

/** A text is read up to this many bytes of UTF-8. */
const MAX_BYTES = 6_000_000;

/** A node of the tree. */
export interface ReadNode {
  /** Lower case; '#text', '#comment'. */
  name: string;
  /** Its bytes; undefined for what the parser adds, such as a <tbody>. */
  place: Place | undefined;
  /** Undefined for what has none. */
  startTag: Place | undefined;
  endTag: Place | undefined;
  /** A mark that the parser has opened again: its start tag is that of an element before it. */
  isAgain: boolean;
  /** The index of the node that it stands in; -1 for none. */
  parent: number;
  /** Namespace and name of the element that it stands in. */
  within: string;
  depth: number;
}

/** A save and its checks read a text several times, one after the other. */
let latest: WeakRef<HtmlReading> | undefined;

/** The one reader of HTML. Never throws; takes time in proportion to the source, and stops at the bounds. */
export function readHtml(source: string): HtmlReading {
  const held = latest?.deref();
  if (held?.source === source) return held;
  const reading = readAnew(source);
  latest = new WeakRef(reading);
  return reading;
}

function readAnew(source: string): HtmlReading {
  if (isLong(source)) return unread(source, 'longHtml');
  const errors = new Set<string>();
  const parser = parserOf((code) => errors.add(code));
  parser.tokenizer.write(source, true);
  const { tags, endTags, comments, open, beyond } = parser;
  if (beyond) return unread(source, beyond);
  // The parser gives a comment that the source does not end an end beyond it.
  const unended = comments.findLast((comment) => comment.end > source.length);
  if (unended) unended.end = source.length;
  const ending = [
    unended && endOfComment(source, unended),
    errors.has('eof-in-cdata') && ']]>',
    // In what looks like a comment, `</script>` may end what looks like a script in it (HTML 13.2.5.28).
    errors.has('eof-in-script-html-comment-like-text') && '-->',
  ];
  return {
    source,
    tags,
    endTags,
    comments,
    ...nodesOf(parser, source.length),
    isCutOff: [...errors].some((code) => code.startsWith('eof-') && !endsAsText(code, source)),
    missing: ending.filter(Boolean).join('') + open,
    beyond: undefined,
  };
}

function isLong(source: string): boolean {
  // A character takes three bytes at most, so most texts need no counting.
  return source.length * 3 > MAX_BYTES && new TextEncoder().encode(source).length > MAX_BYTES;
}

function unread(source: string, beyond: Bound): HtmlReading {
  return { ...readAnew(''), source, end: source.length, beyond };
}

/** The name of the element that some HTML begins with, or '#comment', read no further; undefined for neither. */
export function firstName(source: string): string | undefined {
  const parser = parserOf(() => {});
  parser.isPausing = true;
  parser.tokenizer.write(source, true);
  if (parser.comments[0]?.start === 0) return '#comment';
  return parser.tags[0]?.start === 0 ? parser.tags[0].name : undefined;
}

function parserOf(onError: (code: string) => void): NotingParser {
  const div = defaultTreeAdapter.createElement('div', html.NS.HTML, []);
  return NotingParser.getFragmentParser<Dom.DefaultTreeAdapterMap>(div, {
    sourceCodeLocationInfo: true,
    treeAdapter: adapter,
    onParseError: ({ code }) => onError(code),
  }) as NotingParser;
}

/** A `<` at the very end is text, whatever a page puts after it; an element of text is judged by its tag. */
function endsAsText(code: string, source: string): boolean {
  return (
    (code === 'eof-before-tag-name' && !source.endsWith('</')) ||
    code === 'eof-in-element-that-can-contain-only-text' ||
    code === 'eof-in-script-html-comment-like-text'
  );
}

function endOfComment(source: string, { start }: Place): string {
  return source.startsWith('<!--', start) ? '-->' : '>';
}

interface Waiting extends Pick<ReadNode, 'parent' | 'within' | 'depth'> {
  node: Dom.ChildNode;
}

function nodesOf(parser: NotingParser, length: number) {
  const nodes: ReadNode[] = [];
  const opened = new Set<number>();
  const { markEnds } = parser;
  const paired = new Set<number>();
  for (const [start, end] of markEnds) if (end) paired.add(start).add(end.start);
  let { end } = parser;
  const waiting: Waiting[] = [];
  const enter = (children: Dom.ChildNode[], around: Omit<Waiting, 'node'>) => {
    for (let i = children.length - 1; i >= 0; i--)
      waiting.push({ node: children[i] as Dom.ChildNode, ...around });
  };
  enter(parser.getFragment().childNodes, { parent: -1, within: `${html.NS.HTML} div`, depth: 0 });
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, ...around } = next;
    const location: Partial<Token.ElementLocation> | null | undefined = node.sourceCodeLocation;
    const place = location ? placeOf(location as Token.Location) : undefined;
    const isElement = 'tagName' in node;
    const startTag = location?.startTag
      ? placeOf(location.startTag)
      : isElement
        ? parser.startTags.get(node.attrs)
        : undefined;
    const endTag = location?.endTag && placeOf(location.endTag);
    // An element of text that the source does not end gets no end.
    if (place && startTag && place.end < startTag.end) place.end = length;
    const name = isElement ? node.tagName : node.nodeName;
    const isAgain = startTag !== undefined && opened.has(startTag.start);
    const index = nodes.push({ name, place, startTag, endTag, isAgain, ...around }) - 1;
    if (place && name === '#text') end = Math.max(end, place.end);
    if (!isElement) continue;
    if (startTag) opened.add(startTag.start);
    if (place && endTag) paired.add(place.start).add(endTag.start);
    const within = `${node.namespaceURI} ${node.tagName}`;
    const children = 'content' in node ? node.content.childNodes : node.childNodes;
    enter(children, { parent: index, within, depth: around.depth + 1 });
  }
  end = Math.min(end, length);
  for (const { place } of nodes) if (place) place.end = Math.min(place.end, end);
  return { nodes, opened, paired, markEnds, end };
}

import { type DefaultTreeAdapterTypes as Dom, defaultTreeAdapter, html } from 'parse5';
import { adapter, NotingParser, placeOf } from './parser.ts';

/** HTML as a browser reads it inside a `<div>`: its tokens and its tree, each with its place in the source. */
export interface HtmlReading {
  source: string;
  tags: StartTag[];
  endTags: Place[];
  /** Doctypes and processing instructions too. */
  comments: Place[];
  texts: Place[];
  /** The nodes of the tree, each before what is in it; texts piece by piece. */
  nodes: ReadNode[];
  /** Where the start tags stand that became elements. */
  opened: ReadonlySet<number>;
  /** Where the tags stand that belong together: the start tag of an element, and the end tag that ends it. */
  paired: ReadonlySet<number>;
  /** Where the last whole token ends: what comes after it is a tag cut off. */
  end: number;
  /** The source ends within a tag or a comment. */
  isCutOff: boolean;
  /** What would end all that stands open at the end. */
  missing: string;
}

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

/** A node of the tree. */
export interface ReadNode {
  /** Lower case; '#text', '#comment'. */
  name: string;
  /** Its bytes; undefined for what the parser adds, such as a <tbody>, or a mark that it opens again. */
  place: Place | undefined;
  /** Where its start tag ends. */
  openEnd: number;
  endTag: Place | undefined;
  /** The index of the node that it stands in; -1 for none. */
  parent: number;
  /** Namespace and name of the element that it stands in. */
  within: string;
  depth: number;
}

/** The one reader of HTML. Never throws; takes time in proportion to the source. */
export function readHtml(source: string): HtmlReading {
  const errors = new Set<string>();
  const parser = parserOf((code) => errors.add(code));
  parser.tokenizer.write(source, true);
  const { tags, endTags, comments, texts, open } = parser;
  // The parser gives a comment that the source does not end an end beyond it.
  const unended = comments.findLast((comment) => comment.end > source.length);
  if (unended) unended.end = source.length;
  const end = Math.min(parser.end, source.length);
  return {
    source,
    tags,
    endTags,
    comments,
    texts,
    ...nodesOf(parser, end),
    end,
    isCutOff: [...errors].some((code) => code.startsWith('eof-') && !endsAsText(code, source)),
    missing:
      (unended ? endOfComment(source, unended) : '') + (errors.has('eof-in-cdata') ? ']]>' : '') + open,
  };
}

/** The name of the element that some HTML begins with, or '#comment', read no further; undefined for neither. */
export function firstName(source: string): string | undefined {
  const parser = parserOf(() => {});
  parser.isPausing = true;
  parser.tokenizer.write(source, true);
  return parser.comments.length > 0 ? '#comment' : parser.tags[0]?.name;
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

function nodesOf(parser: NotingParser, end: number) {
  const nodes: ReadNode[] = [];
  const opened = new Set<number>();
  const paired = new Set(parser.paired);
  const waiting: Waiting[] = [];
  const enter = (children: Dom.ChildNode[], around: Omit<Waiting, 'node'>) => {
    for (let i = children.length - 1; i >= 0; i--)
      waiting.push({ node: children[i] as Dom.ChildNode, ...around });
  };
  enter(parser.getFragment().childNodes, { parent: -1, within: `${html.NS.HTML} div`, depth: 0 });
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, ...around } = next;
    if (!('tagName' in node)) {
      const place = node.sourceCodeLocation ? placeOf(node.sourceCodeLocation) : undefined;
      if (place) place.end = Math.min(place.end, end);
      nodes.push({ name: node.nodeName, place, openEnd: place?.end ?? 0, endTag: undefined, ...around });
      continue;
    }
    const { startTag, endTag } = node.sourceCodeLocation ?? {};
    const openEnd = startTag?.endOffset ?? 0;
    const place = startTag && placeOf(node.sourceCodeLocation);
    if (place) {
      // The parser gives an element of text that the source does not end no end either.
      place.end = place.end < openEnd ? end : Math.min(place.end, end);
      opened.add(place.start);
      if (endTag) paired.add(place.start).add(endTag.startOffset);
    }
    const parent = nodes.length;
    nodes.push({ name: node.tagName, place, openEnd, endTag: endTag && placeOf(endTag), ...around });
    const within = `${node.namespaceURI} ${node.tagName}`;
    const children = 'content' in node ? node.content.childNodes : node.childNodes;
    enter(children, { parent, within, depth: around.depth + 1 });
  }
  return { nodes, opened, paired };
}

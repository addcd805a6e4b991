import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, Parser, type Token } from 'parse5';

/** HTML as a browser reads it inside a `<div>`: its tags, comments and elements, each with its place in the source. */
export interface ParsedHtml {
  source: string;
  tags: StartTag[];
  endTags: Place[];
  comments: Place[];
  doctypes: Place[];
  /** Elements and comments whose bytes are one stretch of the source, outer ones first. */
  nodes: Node[];
  /** Where the start tags stand that became elements. */
  opened: ReadonlySet<number>;
  /** Where the start tags stand of elements that an end tag closes. */
  closed: ReadonlySet<number>;
  /** Where the end tags stand that close an element. */
  closing: ReadonlySet<number>;
  /** The source ends within a tag or a comment. */
  isCutOff: boolean;
}

export interface Place {
  start: number;
  end: number;
}

export interface StartTag extends Place {
  name: string;
  attributes: Attribute[];
}

/** The value is decoded. */
export interface Attribute extends Place {
  name: string;
  value: string;
}

export interface Node extends Place {
  /** Namespace and name of the element that it stands in. */
  parent: string;
}

/** Deeper nodes are no {@link ParsedHtml.nodes}: it keeps their bytes, all together, in proportion to the source. */
const MAX_DEPTH = 64;

/** Never throws; takes time in proportion to the source. */
export function parseHtml(source: string): ParsedHtml {
  const div = defaultTreeAdapter.createElement('div', html.NS.HTML, []);
  const found: Found = { source, tags: [], endTags: [], comments: [], doctypes: [], isCutOff: false };
  const parser = TokenParser.getFragmentParser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(div, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code }) => {
      // A `<` at the very end is text, whatever a page puts after it; an element of text is judged by its tag.
      const isText =
        (code === 'eof-before-tag-name' && !source.endsWith('</')) ||
        code === 'eof-in-element-that-can-contain-only-text' ||
        code === 'eof-in-script-html-comment-like-text';
      if (code.startsWith('eof-') && !isText) found.isCutOff = true;
    },
  }) as TokenParser;
  parser.found = found;
  parser.tokenizer.write(source, true);
  return { ...found, ...placesOf(parser.getFragment(), source.length) };
}

type Found = Omit<ParsedHtml, 'nodes' | 'opened' | 'closed' | 'closing'>;

/** Notes every token, those too that leave nothing in the tree. */
class TokenParser extends Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  found: Found | undefined;

  override onStartTag(token: Token.TagToken): void {
    const attributes = token.attrs.map(({ name, value }) => ({
      name,
      value,
      ...placeOf(token.location?.attrs?.[name]),
    }));
    this.found?.tags.push({ name: token.tagName, attributes, ...placeOf(token.location) });
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    this.found?.endTags.push(placeOf(token.location));
    super.onEndTag(token);
  }

  override onComment(token: Token.CommentToken): void {
    this.found?.comments.push(placeOf(token.location));
    super.onComment(token);
  }

  override onDoctype(token: Token.DoctypeToken): void {
    this.found?.doctypes.push(placeOf(token.location));
    super.onDoctype(token);
  }
}

function placeOf(location: Token.Location | null | undefined): Place {
  return { start: location?.startOffset ?? 0, end: location?.endOffset ?? 0 };
}

/** The parser gives an element of text that the source does not end no end either. */
function wholePlace(location: Token.ElementLocation, length: number): Place {
  const { start, end } = placeOf(location);
  return { start, end: end < (location.startTag?.endOffset ?? 0) ? length : end };
}

function placesOf(fragment: DefaultTreeAdapterTypes.ParentNode, length: number) {
  const nodes: Node[] = [];
  const opened = new Set<number>();
  const closed = new Set<number>();
  const closing = new Set<number>();
  const open = [{ within: fragment, parent: `${html.NS.HTML} div`, depth: 0 }];
  for (let level = open.pop(); level; level = open.pop()) {
    const { within, parent, depth } = level;
    for (const node of within.childNodes) {
      const location = node.sourceCodeLocation;
      const isElement = 'tagName' in node;
      if (!isElement && node.nodeName !== '#comment') continue;
      if (location && depth < MAX_DEPTH) nodes.push({ parent, ...wholePlace(location, length) });
      if (!isElement) continue;
      if (location) {
        const { endTag } = location as Token.ElementLocation;
        opened.add(location.startOffset);
        if (endTag) closed.add(location.startOffset);
        if (endTag) closing.add(endTag.startOffset);
      }
      const inside = `${node.namespaceURI} ${node.tagName}`;
      open.push({ within: node, parent: inside, depth: depth + 1 });
      if ('content' in node) open.push({ within: node.content, parent: inside, depth: depth + 1 });
    }
  }
  return { nodes, opened, closed, closing };
}

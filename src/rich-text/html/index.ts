/** The one reader of HTML: its tokens, its tree, and the start tags in it. */
export { readHtml } from './read.ts';
export {
  alignmentOf,
  attributeOf,
  endTag,
  parseStartTag,
  withAlignment,
  withAttribute,
  withName,
} from './startTag.ts';
export { type HtmlNode, parseHtml } from './tree.ts';

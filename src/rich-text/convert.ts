import { MEDIA } from '../../endpoints/lists/definition/references.ts';
import { withAddresses } from '../../endpoints/lists/documentLinks.ts';
import { alignmentOf, attributeOf } from './html/startTag.ts';
import { type HtmlElement, type HtmlNode, parseHtml } from './html/tree.ts';
import { htmlToText } from './htmlToText.ts';
import { htmlToLexical } from './import/index.ts';
import { type DocumentName, documentName } from './kinds/kind.ts';
import { lexicalToHtml } from './served/serve.ts';
import { blocksOf, type NodeJson } from './state.ts';

export interface Converted {
  /** The block as the editor's own. */
  node: NodeJson;
  /** What it renders to. */
  html: string;
}

/** A kept table as one that can be edited; undefined where the editor cannot hold it, such as a table in a table. */
export function convertTable(html: string): Converted | undefined {
  const [node, ...others] = blocksOf(htmlToLexical(html, ['table']));
  return node?.type === 'table' && others.length === 0 ? converted(node) : undefined;
}

/** An image of the media library, with the address by which it is served. */
export interface ServedImage extends Pick<DocumentName, 'collection'> {
  id: number | string;
  alt?: string | null | undefined;
  url?: string | null | undefined;
  width?: number | null | undefined;
  height?: number | null | undefined;
}

/** A kept image as a picture of the media library. */
export function convertFigure(
  { alt, caption, width, format }: Figure,
  { collection, id, ...image }: ServedImage,
): Converted {
  const fields = { alt, caption, ...(width === undefined ? {} : { width }) };
  const { node, html } = converted({
    type: 'upload',
    version: 3,
    format,
    relationTo: collection,
    value: id,
    fields,
  });
  const reference = { named: documentName({ collection, id: String(id) }), kind: MEDIA, id: String(id) };
  const served = { ...image, id: String(id), api_id: 0, position: 0 };
  return { node, html: withAddresses(html, [reference], { find: () => served }) };
}

function converted(node: NodeJson): Converted {
  return { node, html: lexicalToHtml({ root: { children: [node] } }) };
}

/** What an imported image says. */
export interface Figure {
  src: string;
  alt: string;
  caption: string;
  /** Undefined where it says none. */
  width: number | undefined;
  /** How it is aligned, as one of Lexical's formats; '' for not at all. */
  format: string;
}

const OPENED = new Set(['figure', 'img']);

/** What may stand around the image. */
const AROUND = new Set(['figure', 'p', 'div', 'span', 'center']);

/** An image, alone or in a figure with its caption; undefined for anything else: a link around it, two images, other words. */
export function figureIn(html: string): Figure | undefined {
  const images: HtmlElement[] = [];
  const captions: HtmlElement[] = [];
  let format = '';
  const tagOf = ({ startTag }: HtmlElement) => html.slice(startTag.start, startTag.end);
  const isHeld = (node: HtmlNode): boolean => {
    if (node.kind === 'text') return html.slice(node.start, node.end).trim() === '';
    if (node.kind === 'piece') return false;
    format ||= alignmentOf(tagOf(node));
    if (node.name === 'img') images.push(node);
    else if (node.name === 'figcaption') captions.push(node);
    else return AROUND.has(node.name) && node.children.every(isHeld);
    return true;
  };
  const [image, another] = parseHtml(html, OPENED).nodes.every(isHeld) ? images : [];
  const src = image && attributeOf(tagOf(image), 'src')?.trim();
  if (!image || another || !src || captions.length > 1) return undefined;
  const width = /^\d{1,4}$/.exec(attributeOf(tagOf(image), 'width')?.trim() ?? '')?.[0];
  const caption = captions.map(({ start, end }) => htmlToText(html.slice(start, end)));
  return {
    src,
    alt: attributeOf(tagOf(image), 'alt')?.trim() ?? '',
    caption: caption.join('').replace(/\s+/g, ' ').trim(),
    width: Number(width) > 0 ? Number(width) : undefined,
    format,
  };
}

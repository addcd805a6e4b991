import { MEDIA } from '../../../endpoints/lists/definition/references.ts';
import { withAddresses } from '../../../endpoints/lists/documentLinks.ts';
import { htmlToLexical } from '../import/index.ts';
import { type DocumentName, documentName } from '../kinds/kind.ts';
import { lexicalToHtml } from '../served/index.ts';
import { blocksOf, type NodeJson } from '../state.ts';
import type { Figure } from './figure.ts';

export { type Figure, figureIn } from './figure.ts';

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

import {
  $getNodeByKey,
  $getRoot,
  $parseSerializedNode,
  type LexicalEditor,
  type NodeKey,
  type SerializedLexicalNode,
} from '@payloadcms/richtext-lexical/lexical';
import type { PastedPicture } from '../../paste/index.ts';

/** A picture of a clipboard that has its bytes. */
export interface PictureFile {
  file: File;
  /** What the clipboard says that it shows; '' for nothing. */
  alt: string;
  /** How many of the pasted blocks stand before it. */
  after: number;
}

/** The bytes of an image, as programs write them into HTML. Drawings (SVG) are no images of the media library. */
const DATA = /^data:image\/(?!svg)([\w.+*-]+);base64,([\s\S]*)$/i;

/**
 * The pictures whose bytes are there: in their addresses, or in the files of the clipboard. Those hold a picture where it is all
 * that was copied; of a whole text or sheet they hold how it looks.
 */
export function filesOf(pictures: readonly PastedPicture[], files: readonly File[]): PictureFile[] {
  const images = files.filter(({ type }) => /^image\/(?!svg)/.test(type));
  const isOne = pictures.length === 1 && images.length === 1;
  return pictures.flatMap(({ src, ...said }, index) => {
    const file = fileIn(src, index + 1) ?? (isOne ? images[0] : undefined);
    return file ? [{ file, ...said }] : [];
  });
}

function fileIn(src: string, number: number): File | undefined {
  const [, type = '', base64 = ''] = DATA.exec(src) ?? [];
  if (base64 === '') return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    // The server names it by what it is.
    return new File([bytes], `picture-${number}`, { type: `image/${type.toLowerCase()}` });
  } catch {
    return undefined;
  }
}

/** The HTML of a clipboard without the bytes of its pictures, which say nothing to its reader, and what gives them back. */
export function withoutBytes(html: string): { bare: string; addressOf(src: string): string } {
  const held: string[] = [];
  const bare = html.replace(
    /(<img\b[^<>]*?\ssrc=(["']))(data:image\/.*?)(?=\2)/gis,
    (_, tag: string, __, address: string) => `${tag}data:${held.push(address) - 1}`,
  );
  return { bare, addressOf: (src) => held[Number(/^data:(\d+)$/.exec(src)?.[1])] ?? src };
}

/** An image of the media library, to stand behind the first of some blocks that is still there. */
export interface PlacedImage {
  collection: string;
  id: number | string;
  behind: readonly NodeKey[];
  /** What it shows, where that has been said by people; without it, an editor is asked for it. */
  alt?: string;
}

/** Puts images into a text, in one step that can be undone. */
export function insertPictures(editor: LexicalEditor, images: readonly PlacedImage[]): void {
  editor.update(() => {
    for (const { collection, id, behind, alt } of [...images].reverse()) {
      const fields = { ...(alt && { alt }) };
      const node = { type: 'upload', version: 3, format: '', relationTo: collection, value: id, fields };
      const picture = $parseSerializedNode(node as SerializedLexicalNode);
      const block = behind.flatMap((key) => $getNodeByKey(key)?.getTopLevelElement() ?? [])[0];
      if (block) block.insertAfter(picture);
      else $getRoot().append(picture);
    }
  });
}

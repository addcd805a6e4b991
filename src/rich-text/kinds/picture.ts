import { z } from 'zod';
import { DOCUMENT_SCHEME } from '../../../endpoints/lists/documentLinks.ts';
import { escapeAttribute, escapeText } from '../html/startTag.ts';
import { isRecord, type NodeJson } from '../state.ts';
import {
  aligned,
  alignment,
  type DocumentName,
  documentName,
  documentShape,
  type Kind,
  words,
} from './kind.ts';

/** A picture of the media library, as Payload's upload feature makes it. */
export const picture: Kind = {
  type: 'upload',
  level: 'block',
  shape: {
    format: alignment,
    relationTo: documentShape.shape.relationTo,
    value: documentShape.shape.value,
    // A file that is still being uploaded.
    pending: z.undefined().optional(),
    fields: z
      .looseObject({
        alt: words.nullish(),
        caption: words.nullish(),
        decorative: z.boolean().nullish(),
        width: z.int().positive().max(10_000).nullish(),
      })
      .nullish(),
  },
  /**
   * As `documentLinks.ts` reads it. Its size is known when it is served, and so is the description of the image itself, which stands
   * in for one that the text does not give.
   */
  render(node) {
    const document = documentOf(node);
    if (!document) return '';
    const { alt, caption, isDecorative, width } = said(node);
    const described = alt === '' && !isDecorative ? '' : ` alt="${escapeAttribute(alt)}"`;
    const address = DOCUMENT_SCHEME + documentName(document);
    const size = width === undefined ? '' : ` width="${width}"`;
    const below = caption === '' ? '' : `<figcaption>${escapeText(caption)}</figcaption>`;
    return `${aligned('<figure>', node)}<img src="${address}"${described}${size}>${below}</figure>`;
  },
  refersTo: documentOf,
};

function documentOf({ relationTo, value }: NodeJson): DocumentName | undefined {
  const { data } = documentShape.safeParse({ relationTo, value });
  return data && { collection: data.relationTo, id: String(data.value), isShown: true };
}

/** What the editor has entered of a picture. */
function said({ fields: given }: NodeJson) {
  const fields = isRecord(given) ? given : {};
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const isDecorative = fields.decorative === true;
  return {
    alt: isDecorative ? '' : text(fields.alt),
    caption: text(fields.caption),
    isDecorative,
    width: typeof fields.width === 'number' ? fields.width : undefined,
  };
}

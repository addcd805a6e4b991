import * as z from 'zod';
import { DOCUMENT_SCHEME } from '../../../endpoints/lists/documentLinks.ts';
import { HEADINGS, kindOf, MARK_BITS } from '../html/elements.ts';
import { escapeAttribute, escapeText, nameOf, parseStartTag, withName } from '../html/startTag.ts';
import type { Line } from '../import/context.ts';
import { VIDEO } from '../nodeTypes.ts';
import { isRecord, type Kept, keptOf, type NodeJson, type Wrap } from '../state.ts';
import {
  aligned,
  alignment,
  type DocumentName,
  documentName,
  documentShape,
  element,
  type Kind,
  LINE,
  withState,
  words,
} from './kind.ts';

const ALL_FORMATS = Object.values(MARK_BITS).reduce((all, bit) => all | bit, 0);

export const text: Kind = {
  type: 'text',
  level: 'leaf',
  shape: {
    text: words,
    // Formats without a tag here (highlight, upper case, …) would be lost in silence.
    format: z
      .int()
      .refine((bits) => (bits & ~ALL_FORMATS) === 0)
      .optional(),
  },
  render: ({ text }) => (typeof text === 'string' ? escapeText(text) : ''),
};

export const tab: Kind = { ...text, type: 'tab' };

/** The bit of Lexical's text format that a tag stands for; 0 for none. */
export function bitOf(tag: string): number {
  return MARK_BITS[nameOf(tag)] ?? 0;
}

export function textNode(text: string, wraps: Wrap[]): NodeJson {
  const format = wraps.reduce((bits, { tag }) => bits | bitOf(tag), 0);
  return withState(
    { type: 'text', detail: 0, format, mode: 'normal', style: '', text, version: 1 },
    { wraps },
  );
}

export const linebreak: Kind = {
  type: 'linebreak',
  level: 'leaf',
  render(node) {
    const { tag } = keptOf(node);
    if (tag === '') return '';
    return tag && nameOf(tag) === 'br' ? tag : '<br>';
  },
};

/** `tag` is '' for a break that stands between two blocks and is no `<br>`. */
export function breakNode(tag: string, wraps: Wrap[]): NodeJson {
  // `</br>` breaks the line like `<br>` (HTML 13.2.6.4.7), but is no tag that could be written again.
  const written = tag === '' || parseStartTag(tag) ? tag : '<br>';
  return withState({ type: 'linebreak', version: 1 }, { tag: written, wraps });
}

export const paragraph: Kind = {
  type: 'paragraph',
  level: 'block',
  holds: LINE,
  shape: { format: alignment },
  tag: (node, { tag }) => aligned(tagOfParagraph(tag), node),
};

function tagOfParagraph(tag = '<p>'): string {
  return isTextBlock(tag) && nameOf(tag) !== 'blockquote' ? tag : withName(tag, 'p');
}

/** True for the tag of an element that opens as a paragraph or a quote, and for none. */
function isTextBlock(tag: string): boolean {
  return tag === '' || kindOf(nameOf(tag)) === 'container';
}

export function paragraphNode({ children, format, kept }: Line): NodeJson {
  return withState({ type: 'paragraph', ...element(format), textFormat: 0, textStyle: '', children }, kept);
}

export const heading: Kind = {
  type: 'heading',
  level: 'block',
  holds: LINE,
  shape: { format: alignment, tag: z.enum(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']) },
  tag(node, { tag }) {
    const name = HEADINGS.has(String(node.tag)) ? String(node.tag) : 'h2';
    return aligned(tag ? withName(tag, name) : `<${name}>`, node);
  },
  elements: HEADINGS,
  open(node, wraps, context) {
    if (node.hasBlock) return undefined;
    const { children, format, kept } = context.line(node, wraps);
    return withState({ type: 'heading', tag: node.name, ...element(format), children }, kept);
  },
};

/** A block that is a blockquote, or a text block inside one. */
export const quote: Kind = {
  type: 'quote',
  level: 'block',
  holds: LINE,
  shape: { format: alignment },
  tag: (node, kept) => aligned(tagOfQuote(kept), node),
};

function tagOfQuote({ tag, wraps }: Kept): string {
  if (isQuoted(wraps)) return tag !== undefined && isTextBlock(tag) ? tag : '<p>';
  return tag ? withName(tag, 'blockquote') : '<blockquote>';
}

/** True where one of some tags is a blockquote's. */
export function isQuoted(tags: readonly { tag: string }[]): boolean {
  return tags.some(({ tag }) => nameOf(tag) === 'blockquote');
}

export function quoteNode({ children, format, kept }: Line): NodeJson {
  return withState({ type: 'quote', ...element(format), children }, kept);
}

export const rule: Kind = {
  type: 'horizontalrule',
  level: 'block',
  render: () => '<hr>',
  elements: ['hr'],
  // Lexical's rule keeps nothing: one with attributes stays as it is.
  open: (element, _, context) =>
    parseStartTag(context.tag(element))?.attributes.length === 0
      ? { type: 'horizontalrule', version: 1 }
      : undefined,
};

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

/** A video of an allowed host. Imported ones stay kept. */
export const video: Kind = {
  type: VIDEO,
  level: 'block',
  shape: {
    /** The hosts are judged in the HTML. */
    address: words.refine((address) => /^https:\/\//.test(address) && URL.canParse(address)),
    title: words.refine((title) => title.trim() !== ''),
  },
  render: ({ address, title }) =>
    `<iframe src="${escapeAttribute(String(address))}" title="${escapeAttribute(String(title))}" width="560" height="315" loading="lazy" allowfullscreen></iframe>`,
};

import { MEDIA } from './definition/references.ts';
import { withoutTags } from './definition/texts.ts';
import type { EncodeContext, Kind, StoredDocument } from './definition/types.ts';

/** A file that texts link to, as the property `file` of a stored document of media; images have none. */
export interface LinkedFile {
  /** Its type as people read it, such as `PDF`; '' if it is not known. */
  type: string;
  /** In bytes; undefined if it is not known. */
  size: number | undefined;
}

const KB = 1024;

/**
 * The words of a link with the type and the size of its file, as in `Αίτηση (PDF, 240 KB)`. Words that end with a parenthesis that
 * names the type stay as they are.
 * @param words HTML
 */
function withFile(words: string, { type, size }: LinkedFile): string {
  const said = [type, size === undefined ? '' : sizeInWords(size)].filter(Boolean).join(', ');
  if (said === '' || (type && endsWithType(words, type))) return words;
  const trimmed = words.trimEnd();
  return `${trimmed} (${said})${words.slice(trimmed.length)}`;
}

function endsWithType(words: string, type: string): boolean {
  const [, last = ''] = /\(([^()]*)\)$/.exec(withoutTags(words).trimEnd()) ?? [];
  return last
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .includes(type);
}

/** With a decimal comma: the lists are Greek. */
function sizeInWords(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / KB));
  if (kilobytes < KB) return `${kilobytes} KB`;
  return `${String(Math.round((bytes / KB ** 2) * 10) / 10).replace('.', ',')} MB`;
}

// A link to a document stands in the stored HTML as `<a href="portal-document:COLLECTION/ID">`, a picture as `<figure><img
// src="portal-document:…" alt="…">…</figure>`, without `alt` where the description of the image itself is served. Nobody but the renderer of rich texts writes such tags (the judge of texts refuses
// any other), always in this form, so no reader of HTML is needed here.

/** The scheme of addresses that stand for documents in stored HTML. */
export const DOCUMENT_SCHEME = 'portal-document:';

const LINK_TAG = /<a href="portal-document:([^"]*)"((?: [a-z]+="[^"]*")*)>/g;

const PICTURE_TAG = /<img src="portal-document:([^"]*)"((?: [a-z]+="[^"]*")*)>/g;

const FIGURE_END = /(?:<figcaption>[^<]*<\/figcaption>)?<\/figure>/y;

/** The property of a stored document with its public address; no field can have this name. */
const ADDRESS = '@address';

/** A document that a text refers to. */
export interface TextReference {
  /** As the HTML names it. */
  named: string;
  kind: Kind;
  id: string;
}

/** The property of a stored document with the {@link TextReference}s of a text; absent if there are none. */
export function refersKey(text: string): string {
  return `${text}_refers`;
}

/** A link or a picture in stored HTML. */
export interface DocumentPlace {
  start: number;
  end: number;
  /** Where the start tag stands that names the document. */
  tag: number;
}

interface Link {
  start: number;
  end: number;
  named: string;
  /** The other attributes, as they are written. */
  attributes: string;
  words: string;
}

/** The links to documents. Their end tags are looked for by hand, because a pattern would look again behind each start tag. */
function linksIn(html: string): Link[] {
  const links: Link[] = [];
  const tags = new RegExp(LINK_TAG);
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    const [whole, named = '', attributes = ''] = tag;
    const wordsAt = tag.index + whole.length;
    const close = html.indexOf('</a>', wordsAt);
    if (close < 0) break;
    const end = close + '</a>'.length;
    links.push({ start: tag.index, end, named, attributes, words: html.slice(wordsAt, close) });
    tags.lastIndex = end;
  }
  return links;
}

interface Picture extends DocumentPlace {
  /** Where the rest of the figure begins. */
  tagEnd: number;
  named: string;
  attributes: string;
}

/** The pictures of the library, each with the figure that it stands in. */
function picturesIn(html: string): Picture[] {
  return [...html.matchAll(PICTURE_TAG)].flatMap(
    ({ index: tag, 0: whole, 1: named = '', 2: attributes = '' }) => {
      const start = html.lastIndexOf('<', tag - 1);
      const tagEnd = tag + whole.length;
      const figureEnd = new RegExp(FIGURE_END);
      figureEnd.lastIndex = tagEnd;
      if (!html.startsWith('<figure', start) || !figureEnd.test(html)) return [];
      return [{ start, end: figureEnd.lastIndex, tag, tagEnd, named, attributes }];
    },
  );
}

/** The links to documents and the pictures in stored HTML, in their order. */
export function documentsIn(html: string): DocumentPlace[] {
  const pictures = picturesIn(html).map(({ start, end, tag }) => ({ start, end, tag }));
  const links = linksIn(html).map(({ start, end }) => ({ start, end, tag: start }));
  return [...links, ...pictures].sort((one, other) => one.start - other.start);
}

/** The public address of a document by a pattern with its keys in braces; undefined if it has no value for one of them. */
function addressBy(pattern: string, document: StoredDocument): string | undefined {
  let isWhole = true;
  const address = pattern.replace(KEY_IN_PATTERN, (_, key: string) => {
    const value = key === 'id' ? document.api_id : document[key];
    const isSaid = typeof value === 'number' || (typeof value === 'string' && value !== '');
    isWhole &&= isSaid;
    return isSaid ? encodeURIComponent(value) : '';
  });
  return isWhole ? address : undefined;
}

/** A key in braces in the pattern of public addresses. */
export const KEY_IN_PATTERN = /\{([^{}]*)\}/g;

/** The document with its public address, if its list has a pattern. */
export function withAddress(document: StoredDocument, pattern: string | undefined): StoredDocument {
  const address = pattern && addressBy(pattern, document);
  return address ? { ...document, [ADDRESS]: address } : document;
}

/**
 * The HTML to serve of a text: public addresses in place of the documents that it refers to. A link whose document is not
 * published, or has no address, leaves its words; such a picture goes. A link to a file says its type and size.
 */
export function withAddresses(html: string, references: unknown, context: EncodeContext): string {
  if (!Array.isArray(references)) return html;
  const byName = new Map((references as TextReference[]).map((each) => [each.named, each]));
  let linked = '';
  let done = 0;
  for (const link of linksIn(html)) {
    linked += html.slice(done, link.start) + withPublicAddress(link, html, byName.get(link.named), context);
    done = link.end;
  }
  linked += html.slice(done);
  let served = '';
  done = 0;
  for (const picture of picturesIn(linked)) {
    served += linked.slice(done, picture.start) + withPublicPicture(picture, linked, byName, context);
    done = picture.end;
  }
  return served + linked.slice(done);
}

function withPublicPicture(
  { start, end, tag, tagEnd, named, attributes }: Picture,
  html: string,
  byName: ReadonlyMap<string, TextReference>,
  context: EncodeContext,
): string {
  const reference = byName.get(named);
  if (!reference) return html.slice(start, end);
  const address = addressOf(reference, context);
  if (address === undefined) return '';
  const image = context.find(reference.kind, reference.id);
  const [, alt = escaped(typeof image?.alt === 'string' ? image.alt : '')] =
    / alt="([^"]*)"/.exec(attributes) ?? [];
  const [, width] = / width="(\d+)"/.exec(attributes) ?? [];
  const img = `<img src="${escaped(address)}" alt="${alt}"${sizeOf(image, width)}>`;
  return html.slice(start, tag) + img + html.slice(tagEnd, end);
}

function withPublicAddress(
  { start, end, attributes, words }: Link,
  html: string,
  reference: TextReference | undefined,
  context: EncodeContext,
): string {
  if (!reference) return html.slice(start, end);
  const address = addressOf(reference, context);
  if (address === undefined) return words;
  const file = reference.kind === MEDIA && context.find(MEDIA, reference.id)?.file;
  const said = file ? withFile(words, file as LinkedFile) : words;
  return `<a href="${escaped(address)}"${attributes}>${said}</a>`;
}

/** The attributes with the size of a picture, of which an editor may have given the width. */
function sizeOf(image: StoredDocument | undefined, given: string | undefined): string {
  const [natural, height] = [Number(image?.width), Number(image?.height)];
  const width = given === undefined ? natural : Number(given);
  if (natural > 0 && height > 0)
    return ` width="${width}" height="${Math.max(1, Math.round((height * width) / natural))}"`;
  return given === undefined ? '' : ` width="${width}"`;
}

function addressOf({ kind, id }: TextReference, context: EncodeContext): string | undefined {
  const address = context.find(kind, id)?.[kind === MEDIA ? 'url' : ADDRESS];
  return typeof address === 'string' ? address : undefined;
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

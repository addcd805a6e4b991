import { MEDIA } from './definition/references.ts';
import type { EncodeContext, Kind, StoredDocument } from './definition/types.ts';

// A link to a document stands in the stored HTML as `<a href="portal-document:COLLECTION/ID">`. Nobody but the renderer of rich
// texts writes such tags (the judge of texts refuses any other), always in this form, so no reader of HTML is needed here.

/** The scheme of addresses that stand for documents in stored HTML. */
export const DOCUMENT_SCHEME = 'portal-document:';

const LINK = /<a href="portal-document:([^"]*)"((?: [a-z]+="[^"]*")*)>([\s\S]*?)<\/a>/g;

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

/** The places of links to documents in stored HTML, each from the start tag to the end tag. */
export function documentLinks(html: string): { start: number; end: number }[] {
  return [...html.matchAll(LINK)].map(({ index, 0: link }) => ({ start: index, end: index + link.length }));
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
 * published, or has no address, leaves its words.
 */
export function withAddresses(html: string, references: unknown, context: EncodeContext): string {
  if (!Array.isArray(references)) return html;
  const byName = new Map((references as TextReference[]).map((each) => [each.named, each]));
  return html.replace(LINK, (link, named: string, attributes: string, words: string) => {
    const reference = byName.get(named);
    if (!reference) return link;
    const address = addressOf(reference, context);
    return address === undefined ? words : `<a href="${escaped(address)}"${attributes}>${words}</a>`;
  });
}

function addressOf({ kind, id }: TextReference, context: EncodeContext): string | undefined {
  const address = context.find(kind, id)?.[kind === MEDIA ? 'url' : ADDRESS];
  return typeof address === 'string' ? address : undefined;
}

function escaped(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

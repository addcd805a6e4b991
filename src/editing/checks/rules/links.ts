import { DOCUMENT_SCHEME } from '../../../../endpoints/lists/documentLinks.ts';
import { bilingual } from '../../../payload/i18n/bilingual.ts';
import { type Problem, quoted, readable } from './finding.ts';
import { partsOf } from './parts.ts';

/** A link in a text. */
export interface TextLink {
  /** An absolute http or https address, without its fragment. */
  address: string;
  words: string;
}

/** The links of some HTML to pages of the web, each address and words once. */
export function linksOf(html: string): TextLink[] {
  const found = new Map<string, TextLink>();
  for (const { attribute, images, name, text } of partsOf(html)) {
    const address = name === 'a' ? webAddress(attribute('href')) : undefined;
    if (address === undefined) continue;
    const words = quoted(text || images.map((image) => image.attribute('alt') ?? '').join(' '));
    found.set(`${address} ${words}`, { address, words });
  }
  return [...found.values()];
}

/** A link to a document, as stored HTML names it. */
export interface DocumentLink {
  /** The slug of its collection. */
  collection: string;
  id: string;
  words: string;
}

/** The links of some stored HTML to documents, each document and words once. */
export function documentLinksOf(html: string): DocumentLink[] {
  const found = new Map<string, DocumentLink>();
  for (const { attribute, name, text } of html.includes(DOCUMENT_SCHEME) ? partsOf(html) : []) {
    const address = name === 'a' ? (attribute('href') ?? '') : '';
    if (!address.startsWith(DOCUMENT_SCHEME)) continue;
    const [collection = '', id = ''] = address.slice(DOCUMENT_SCHEME.length).split('/');
    const words = quoted(text);
    found.set(`${address} ${words}`, { collection, id, words });
  }
  return [...found.values()];
}

/** @param title of the document; '' if it has none, or is not there */
export function unpublishedLink(words: string, title: string): Problem {
  const [el, en] = title ? [` («${quoted(title)}»)`, ` ("${quoted(title)}")`] : ['', ''];
  return {
    words,
    message: bilingual(
      `Ο σύνδεσμος «${words}» οδηγεί σε έγγραφο που δεν είναι δημοσιευμένο${el}: στην πύλη φαίνονται μόνο οι λέξεις του. Δημοσιεύστε το έγγραφο ή αφαιρέστε τον σύνδεσμο.`,
      `The link "${words}" leads to a document that is not published${en}: the portal shows only its words. Publish the document, or remove the link.`,
    ),
  };
}

/** Longer ones are no pages, and some databases have no index for them. */
const MAX_ADDRESS = 2000;

/** An address as it is asked for; undefined for what is no address of the web. */
export function webAddress(value: string | null | undefined): string | undefined {
  const given = value?.trim() ?? '';
  if (given.length > MAX_ADDRESS || !/^https?:\/\//i.test(given) || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  url.hash = '';
  return url.href;
}

/** @param reason why the page cannot be had, in both languages */
export function brokenLink({ address, words }: TextLink, reason: { el: string; en: string }): Problem {
  const [el, en] = words ? [` «${words}»`, ` "${words}"`] : ['', ''];
  const to = quoted(readable(address));
  return {
    words: words || to,
    message: bilingual(
      `Ο σύνδεσμος${el} (${to}) δεν λειτουργεί: ${reason.el}. Διορθώστε τη διεύθυνση ή αφαιρέστε τον.`,
      `The link${en} (${to}) does not work: ${reason.en}. Correct the address, or remove the link.`,
    ),
  };
}

import { words as wordsOf } from '../../../../collections/values/searchText.ts';
import { DOCUMENT_SCHEME } from '../../../../endpoints/lists/documentLinks.ts';
import { bilingual } from '../../../payload/i18n/bilingual.ts';
import { type Problem, quoted, readable } from './finding.ts';
import { type Part, partsOf } from './parts.ts';

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

/** Texts of links that are the same wherever they lead, as {@link wordsOf} gives them. */
const SAYS_NOTHING = new Set(
  [
    ...[
      'εδώ',
      'από εδώ',
      'πατήστε',
      'πατήστε εδώ',
      'κάντε κλικ',
      'κάντε κλικ εδώ',
      'κλικ',
      'κλικ εδώ',
      'δείτε',
      'δείτε εδώ',
    ],
    ...[
      'επιλέξτε εδώ',
      'πιέστε εδώ',
      'μεταβείτε εδώ',
      'διαβάστε εδώ',
      'σε αυτόν τον σύνδεσμο',
      'αυτόν τον σύνδεσμο',
    ],
    ...[
      'στον παρακάτω σύνδεσμο',
      'στον σύνδεσμο',
      'τον σύνδεσμο',
      'σύνδεσμος',
      'ο σύνδεσμος',
      'σύνδεσμο',
      'λινκ',
      'αυτό',
      'ιστοσελίδα',
    ],
    ...[
      'περισσότερα',
      'περισσότερα εδώ',
      'διαβάστε περισσότερα',
      'δείτε περισσότερα',
      'μάθετε περισσότερα',
      'συνέχεια',
      'διαβάστε τη συνέχεια',
    ],
    ...[
      'περισσότερες πληροφορίες',
      'δείτε περισσότερες πληροφορίες',
      'για περισσότερα',
      'για περισσότερα πατήστε εδώ',
    ],
    ...[
      'here',
      'click',
      'click here',
      'press here',
      'see here',
      'link',
      'this link',
      'this page',
      'this',
      'website',
      'more',
    ],
    ...[
      'read more',
      'see more',
      'learn more',
      'more info',
      'more information',
      'find out more',
      'continue',
      'continue reading',
    ],
  ].map(folded),
);

function folded(text: string): string {
  return wordsOf(text).join(' ');
}

/** A whole address. The name of a site alone says where the link leads. */
const ADDRESS = /^(?:https?:\/\/\S+|www\.[^\s/]+\/\S+)$/i;

/** Links whose words do not say where they lead. */
export function* emptyLinkTexts(parts: readonly Part[]): Iterable<Problem> {
  for (const part of parts) {
    const address = part.name === 'a' ? part.attribute('href') : null;
    if (address === null) continue;
    const described = part.images.map(({ attribute }) => attribute('alt')?.trim() ?? '');
    const text = part.attribute('aria-label')?.trim() || part.text || described.find(Boolean) || '';
    const [words, to] = [quoted(text), shownOf(address)];
    if (text === '') {
      if (part.images.length === 0) yield { words: to && quoted(address), message: without(to) };
    } else if (ADDRESS.test(text)) yield { words, message: bare(words) };
    else if (SAYS_NOTHING.has(folded(text))) yield { words, message: vague(words, to) };
  }
}

/** The address in brackets, except that of a document, which is an id. */
function shownOf(address: string): string {
  return address.startsWith('portal-document:') ? '' : ` (${quoted(readable(address))})`;
}

const EXAMPLE = ['«Αίτηση για επίδομα γέννησης»', '"Application for birth allowance"'] as const;

function vague(words: string, to: string) {
  return bilingual(
    `Ο σύνδεσμος «${words}»${to} δεν λέει πού οδηγεί. Βάλτε τον σε λέξεις που το λένε, π.χ. ${EXAMPLE[0]}.`,
    `The link "${words}"${to} does not say where it leads. Use words that do, such as ${EXAMPLE[1]}.`,
  );
}

function bare(words: string) {
  return bilingual(
    `Ένας σύνδεσμος δείχνει μόνο τη διεύθυνσή του (${words}). Γράψτε με λέξεις πού οδηγεί, π.χ. ${EXAMPLE[0]}.`,
    `A link shows only its address (${words}). Say in words where it leads, such as ${EXAMPLE[1]}.`,
  );
}

function without(to: string) {
  return bilingual(
    `Ένας σύνδεσμος${to} δεν έχει λέξεις, και κανείς δεν τον βλέπει. Γράψτε πού οδηγεί ή αφαιρέστε τον.`,
    `A link${to} has no words, so nobody sees it. Say where it leads, or remove it.`,
  );
}

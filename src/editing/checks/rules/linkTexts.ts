import { words as wordsOf } from '../../../../collections/values/words.ts';
import { bilingual } from '../../../payload/i18n/bilingual.ts';
import { type Problem, quoted, readable } from './finding.ts';
import type { Part } from './parts.ts';

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

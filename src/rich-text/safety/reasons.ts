import { WHOLE_ADDRESS } from './addresses.ts';

/** Why something is refused, and what it is. */
export interface Reason {
  code: keyof typeof MESSAGES;
  what?: string | undefined;
  /** The words of the link, where it is about one. */
  link?: string;
}

/** Something that this project does not publish. */
export interface RichTextProblem {
  /** Where in the state: child indexes from the root (`root.children.0.children.2`). Undefined for the HTML as a whole. */
  path: string | undefined;
  /** In plain English. */
  message: string;
  /** In plain Greek. */
  messageEl: string;
}

interface Bilingual {
  en: string;
  el: string;
}

/** The reasons in words that an editor can act on. `%` is what the reason names, `&` the words of its link. */
const MESSAGES = {
  notAState: { en: 'This is not rich text.', el: 'Αυτό δεν είναι εμπλουτισμένο κείμενο.' },
  tooDeep: { en: 'The text is nested too deeply.', el: 'Το κείμενο έχει πάρα πολλά επίπεδα.' },
  tooLarge: { en: 'The text has too many parts.', el: 'Το κείμενο έχει πάρα πολλά μέρη.' },
  nodeType: {
    en: 'A part of this kind cannot be published here: %.',
    el: 'Μέρος αυτού του είδους δεν μπορεί να δημοσιευτεί εδώ: %.',
  },
  misplaced: {
    en: 'A part is in a place where it cannot be: %.',
    el: 'Ένα μέρος βρίσκεται σε λάθος θέση: %.',
  },
  malformed: { en: 'A part is malformed: %.', el: 'Ένα μέρος είναι κακοσχηματισμένο: %.' },
  character: {
    en: 'The text contains a character that cannot be published (half of a pair, or a null).',
    el: 'Το κείμενο περιέχει χαρακτήρα που δεν μπορεί να δημοσιευτεί (μισό ζεύγος ή μηδενικό).',
  },
  element: { en: 'HTML that is not allowed: %.', el: 'Στοιχείο κώδικα που δεν επιτρέπεται: %.' },
  attribute: {
    en: 'An HTML attribute that is not allowed: %.',
    el: 'Ιδιότητα κώδικα που δεν επιτρέπεται: %.',
  },
  style: { en: 'A style that is not allowed: %.', el: 'Μορφοποίηση που δεν επιτρέπεται: %.' },
  url: { en: 'An address that is not allowed: %.', el: 'Διεύθυνση που δεν επιτρέπεται: %.' },
  noUrl: { en: 'The link “&” has no address.', el: 'Ο σύνδεσμος «&» δεν έχει διεύθυνση.' },
  linkUrl: {
    en: 'The link “&” has an address that is not allowed: %.',
    el: 'Ο σύνδεσμος «&» έχει διεύθυνση που δεν επιτρέπεται: %.',
  },
  address: {
    en: `The link “&” has an address that does not open: %. ${WHOLE_ADDRESS.en}, or remove the link.`,
    el: `Ο σύνδεσμος «&» έχει διεύθυνση που δεν ανοίγει: %. ${WHOLE_ADDRESS.el}, ή αφαιρέστε τον σύνδεσμο.`,
  },
  deepHtml: {
    en: 'More than 1,000 HTML elements are nested in each other. Text from the old system can be kept as it is or replaced as a whole.',
    el: 'Πάνω από 1.000 στοιχεία κώδικα βρίσκονται το ένα μέσα στο άλλο. Κείμενο που ήρθε από το παλιό σύστημα μένει όπως είναι ή αντικαθίσταται ολόκληρο.',
  },
  manyTags: {
    en: 'The text has more than 200,000 HTML tags. Text from the old system can be kept as it is or replaced as a whole.',
    el: 'Το κείμενο έχει πάνω από 200.000 ετικέτες κώδικα. Κείμενο που ήρθε από το παλιό σύστημα μένει όπως είναι ή αντικαθίσταται ολόκληρο.',
  },
  longHtml: {
    en: 'The text is longer than 6 MB. Text from the old system can be kept as it is or replaced as a whole.',
    el: 'Το κείμενο είναι μεγαλύτερο από 6 MB. Κείμενο που ήρθε από το παλιό σύστημα μένει όπως είναι ή αντικαθίσταται ολόκληρο.',
  },
  newHtml: {
    en: 'Only HTML from the old system can be kept: %. Remove it.',
    el: 'Μένει μόνο κώδικας που ήρθε από το παλιό σύστημα: %. Αφαιρέστε τον.',
  },
  broken: { en: 'HTML that does not end: %.', el: 'Κώδικας που δεν τελειώνει: %.' },
} as const satisfies Record<string, Bilingual>;

const LONGEST = 80;

/** A reason in English and in Greek, at its place in the state. */
export function problem({ code, what = '', link = '' }: Reason, path?: string): RichTextProblem {
  const { en, el } = MESSAGES[code];
  const named = { '%': short(what), '&': short(link) };
  const tell = (message: string) => message.replace(/[%&]/g, (sign) => named[sign as keyof typeof named]);
  return { path, message: tell(en), messageEl: tell(el) };
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

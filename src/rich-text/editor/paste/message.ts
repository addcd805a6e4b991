import { type Bilingual, bilingual } from '../../../payload/i18n/bilingual.ts';
import type { Dropped, DroppedKind } from '../../paste/index.ts';

type Counted = Record<'one' | 'many', Bilingual>;

const counted = (el: [one: string, many: string], en: [one: string, many: string]): Counted => ({
  one: bilingual(el[0], en[0]),
  many: bilingual(el[1], en[1]),
});

const NAMES: Record<DroppedKind, Counted> = {
  picture: counted(
    [
      'εικόνα (αποθηκεύστε την ως αρχείο και ανεβάστε την στις «Εικόνες και αρχεία»)',
      'εικόνες (αποθηκεύστε τις ως αρχεία και ανεβάστε τις στις «Εικόνες και αρχεία»)',
    ],
    [
      'picture (save it as a file and upload it to “Images and files”)',
      'pictures (save them as files and upload them to “Images and files”)',
    ],
  ),
  embed: counted(
    ['βίντεο ή ενσωματωμένη σελίδα', 'βίντεο ή ενσωματωμένες σελίδες'],
    ['video or embedded page', 'videos or embedded pages'],
  ),
  field: counted(['πεδίο φόρμας', 'πεδία φόρμας'], ['form field', 'form fields']),
  comment: counted(['σχόλιο', 'σχόλια'], ['comment', 'comments']),
  deletion: counted(['διαγραμμένο σημείο', 'διαγραμμένα σημεία'], ['tracked deletion', 'tracked deletions']),
  link: counted(
    ['σύνδεσμος που δεν οδηγεί σε ολόκληρη διεύθυνση', 'σύνδεσμοι που δεν οδηγούν σε ολόκληρη διεύθυνση'],
    ['link that does not lead to a whole address', 'links that do not lead to a whole address'],
  ),
  symbol: counted(
    ['σύμβολο (□) που δείχνει μόνο η γραμματοσειρά του', 'σύμβολα (□) που δείχνει μόνο η γραμματοσειρά τους'],
    ['symbol (□) that only its font shows', 'symbols (□) that only their font shows'],
  ),
  words: counted(
    [
      'σημείο που το πρόγραμμα έδωσε μόνο ως απλό κείμενο (γράψτε το)',
      'σημεία που το πρόγραμμα έδωσε μόνο ως απλό κείμενο (γράψτε τα)',
    ],
    [
      'place that the program gave only as plain text (type it)',
      'places that the program gave only as plain text (type them)',
    ],
  ),
};

/** More are counted, not named. */
const MAX_NAMED = 3;

/** In one line, what of a clipboard is not in the text. @param offered how many pictures can be uploaded */
export function messageOf(dropped: readonly Dropped[], offered = 0): Bilingual {
  if (dropped.length === 0) return WAITING[offered === 1 ? 'one' : 'many'](offered);
  const list = (language: keyof Bilingual) =>
    dropped.map(({ what, count, words = [] }) => {
      const name = NAMES[what][count === 1 ? 'one' : 'many'][language];
      const named = words
        .slice(0, MAX_NAMED)
        .map((each) => `«${each}»`)
        .join(', ');
      const rest = words.length > MAX_NAMED ? ' …' : '';
      return `${count} ${name}${named && `: ${named}${rest}`}`;
    });
  const left = bilingual(
    `Δεν επικολλήθηκαν: ${list('el').join(' · ')}.`,
    `Not pasted: ${list('en').join(' · ')}.`,
  );
  const { el, en } = messageOf([], offered);
  return offered === 0 ? left : bilingual(`${left.el} ${el}`, `${left.en} ${en}`);
}

const WAITING = {
  one: () =>
    bilingual(
      '1 εικόνα μπορεί να ανέβει στις «Εικόνες και αρχεία».',
      '1 picture can be uploaded to “Images and files”.',
    ),
  many: (count: number) =>
    bilingual(
      `${count} εικόνες μπορούν να ανέβουν στις «Εικόνες και αρχεία».`,
      `${count} pictures can be uploaded to “Images and files”.`,
    ),
};

/** What the button says that uploads pictures. */
export function uploadLabel(count: number): Bilingual {
  return count === 1
    ? bilingual('Ανέβασμα της εικόνας', 'Upload the picture')
    : bilingual(`Ανέβασμα ${count} εικόνων`, `Upload ${count} pictures`);
}

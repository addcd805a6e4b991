import { type Bilingual, bilingual } from '../../../payload/i18n/bilingual.ts';
import type { Dropped, DroppedKind } from '../../paste/dropped.ts';

const NAMES: Record<DroppedKind, Bilingual> = {
  picture: bilingual(
    'εικόνες, για να τις ανεβάσετε ως αρχεία στις «Εικόνες και αρχεία»',
    'pictures, for you to upload as files to “Images and files”',
  ),
  embed: bilingual('βίντεο ή ενσωματωμένες σελίδες', 'videos or embedded pages'),
  field: bilingual('πεδία φόρμας', 'form fields'),
  comment: bilingual('σχόλια', 'comments'),
  deletion: bilingual('διαγραμμένα σημεία', 'tracked deletions'),
  link: bilingual(
    'σύνδεσμοι που δεν οδηγούν σε ολόκληρη διεύθυνση',
    'links that do not lead to a whole address',
  ),
  symbol: bilingual(
    'σύμβολα □ που δείχνει μόνο η γραμματοσειρά τους',
    'symbols □ that only their font shows',
  ),
  words: bilingual(
    'σημεία που το πρόγραμμα έδωσε μόνο ως απλό κείμενο, για να τα γράψετε',
    'places that the program gave only as plain text, for you to type',
  ),
};

/** More are counted, not named. */
const MAX_NAMED = 3;

/** In one line, what of a clipboard is not in the text. @param offered how many pictures can be uploaded */
export function messageOf(dropped: readonly Dropped[], offered = 0): Bilingual {
  const list = (language: keyof Bilingual) =>
    dropped.map(({ what, count, words = [] }) => {
      const named = words
        .slice(0, MAX_NAMED)
        .map((each) => `«${each}»`)
        .join(', ');
      const rest = words.length > MAX_NAMED ? ' …' : '';
      return `${NAMES[what][language]} (${count})${named && `: ${named}${rest}`}`;
    });
  const waiting = bilingual(
    `Εικόνες που μπορούν να ανέβουν στις «Εικόνες και αρχεία»: ${offered}.`,
    `Pictures that can be uploaded to “Images and files”: ${offered}.`,
  );
  if (dropped.length === 0) return waiting;
  const left = bilingual(
    `Δεν επικολλήθηκαν: ${list('el').join(' · ')}.`,
    `Not pasted: ${list('en').join(' · ')}.`,
  );
  return offered === 0 ? left : bilingual(`${left.el} ${waiting.el}`, `${left.en} ${waiting.en}`);
}

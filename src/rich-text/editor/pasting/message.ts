import { type Bilingual, bilingual } from '../../../i18n/bilingual.ts';
import type { Dropped, DroppedKind } from '../../paste/index.ts';

type Counted = Record<'one' | 'many', Bilingual>;

const counted = (el: [one: string, many: string], en: [one: string, many: string]): Counted => ({
  one: bilingual(el[0], en[0]),
  many: bilingual(el[1], en[1]),
});

const NAMES: Record<DroppedKind, Counted> = {
  picture: counted(
    ['εικόνα (βάλτε την από το «Εικόνα»)', 'εικόνες (βάλτε τις από το «Εικόνα»)'],
    ['picture (add it through “Upload”)', 'pictures (add them through “Upload”)'],
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
};

/** More are counted, not named. */
const NAMED = 3;

/** In one line, what of a clipboard is not in the text. */
export function messageOf(dropped: readonly Dropped[]): Bilingual {
  const list = (language: keyof Bilingual) =>
    dropped.map(({ what, count, words = [] }) => {
      const name = NAMES[what][count === 1 ? 'one' : 'many'][language];
      const named = words
        .slice(0, NAMED)
        .map((each) => `«${each}»`)
        .join(', ');
      const rest = words.length > NAMED ? ' …' : '';
      return `${count} ${name}${named && `: ${named}${rest}`}`;
    });
  return bilingual(`Δεν επικολλήθηκαν: ${list('el').join(' · ')}.`, `Not pasted: ${list('en').join(' · ')}.`);
}

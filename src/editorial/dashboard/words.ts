import { bilingual } from '../../i18n/bilingual.ts';
import type { Served } from './served.ts';

/** What the dashboard says, in both languages. */
export const WORDS = {
  dashboard: bilingual('Αρχική σελίδα', 'First page'),
  portal: bilingual('Η πύλη τώρα', 'The portal now'),
  failed: bilingual('Προβλήματα με τα προγραμματισμένα', 'Trouble with what is planned'),
  failedHelp: bilingual(
    'Ανοίξτε το έγγραφο και διορθώστε ό,τι λέει. Όσα απέτυχαν κλείνουν με «Το είδα».',
    'Open the document and mend what it says. What has failed is closed with "I have seen it".',
  ),
  failedToAuthor: bilingual('Ενημερώστε όποιον δημοσιεύει.', 'Tell somebody who publishes.'),
  flaws: bilingual('Δημοσιεύτηκαν, αλλά δεν φαίνονται σωστά', 'Published, but not shown as they are'),
  lacks: bilingual('Λείπει ή δεν είναι δημοσιευμένο:', 'Missing or not published:'),
  mine: bilingual('Τα πρόχειρά μου', 'My drafts'),
  noneMine: bilingual('Δεν έχετε πρόχειρα.', 'You have no drafts.'),
  waiting: bilingual('Πρόχειρα άλλων που περιμένουν', 'Drafts of others, which wait'),
  noneWaiting: bilingual('Δεν περιμένει τίποτα.', 'Nothing waits.'),
  planned: bilingual('Προγραμματισμένα', 'Planned'),
  nonePlanned: bilingual('Δεν έχει προγραμματιστεί τίποτα.', 'Nothing is planned.'),
  published: bilingual('Δημοσιεύτηκαν τελευταία', 'Published last'),
  nonePublished: bilingual('Δεν έχει δημοσιευτεί τίποτα από εδώ.', 'Nothing has been published from here.'),
  elements: bilingual('στοιχεία', 'elements'),
  element: bilingual('στοιχείο', 'element'),
  changed: bilingual('τελευταία αλλαγή', 'last change'),
  never: bilingual('τίποτα δημοσιευμένο', 'nothing published'),
  times: bilingual('Όλες οι ώρες:', 'All times:'),
  imported: bilingual('από εισαγωγή', 'by an import'),
};

/** Whether the portal gets what is published: the sentence, its time in it, and how bad it is. */
export function stateSentence(
  state: Served['state'],
  since: string | undefined,
  isEditor: boolean,
): { text: ReturnType<typeof bilingual>; tone: 'error' | 'success' | 'warning' } {
  const from = since ? bilingual(` Από ${since}.`, ` Since ${since}.`) : bilingual('', '');
  const say = (el: string, en: string) => bilingual(el + from.el, en + from.en);
  switch (state) {
    case 'live':
      return {
        tone: 'success',
        text: isEditor
          ? say('Η πύλη παίρνει ό,τι δημοσιεύετε.', 'The portal gets what you publish.')
          : say('Η πύλη παίρνει ό,τι δημοσιεύεται.', 'The portal gets what is published.'),
      };
    case 'behind':
      return {
        tone: 'warning',
        text: say(
          'Η πύλη ίσως δεν παίρνει τις τελευταίες αλλαγές. Δεν χάνεται τίποτα: θα τις πάρει μόλις αποκατασταθεί η σύνδεση.',
          'The portal may not get the latest changes. Nothing is lost: it gets them once the connection is back.',
        ),
      };
    case 'checkpoint':
      return {
        tone: 'warning',
        text: bilingual(
          `Η πύλη παίρνει ό,τι είχε δημοσιευτεί μέχρι ${since ?? 'την τελευταία λειτουργία'}. Οι νεότερες αλλαγές φορτώνονται.`,
          `The portal gets what was published until ${since ?? 'the last run'}. Later changes are being loaded.`,
        ),
      };
    case 'loading':
      return {
        tone: 'error',
        text: bilingual(
          'Η πύλη δεν παίρνει ακόμη τίποτα: οι λίστες φορτώνονται.',
          'The portal gets nothing yet: the lists are being loaded.',
        ),
      };
    case 'off':
      return {
        tone: 'warning',
        text: bilingual(
          'Οι λίστες της πύλης δεν δίνονται από εδώ.',
          'The lists of the portal are not served from here.',
        ),
      };
    case 'unknown':
      return {
        tone: 'error',
        text: bilingual(
          'Δεν είναι γνωστό αν η πύλη παίρνει ό,τι δημοσιεύεται. Ενημερώστε τον διαχειριστή.',
          'It is not known whether the portal gets what is published. Tell the administrator.',
        ),
      };
  }
}

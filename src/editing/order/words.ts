import { bilingual } from '../../payload/i18n/bilingual.ts';

/** The words of the page on which documents are put into order. */
export const WORDS = {
  title: bilingual('Σειρά', 'Order'),
  change: bilingual('Αλλαγή σειράς', 'Change order'),
  about: bilingual(
    'Σύρετε τις γραμμές, ή μετακινήστε τις με τα βέλη, και αποθηκεύστε. Η πύλη δείχνει αμέσως τη νέα σειρά.',
    'Drag the rows, or move them with the arrows, and save. The portal shows the new order at once.',
  ),
  service: bilingual(
    'Αριθμός υπηρεσίας, ή λέξεις από έναν σύνδεσμό της',
    'Number of the service, or words of one of its links',
  ),
  group: bilingual('Υπηρεσία', 'Service'),
  show: bilingual('Εμφάνιση', 'Show'),
  none: bilingual('Δεν βρέθηκε τίποτα.', 'Nothing found.'),
  draft: bilingual('Δεν είναι δημοσιευμένο', 'Not published'),
  drag: bilingual('Μετακίνηση', 'Move'),
  up: bilingual('Πιο πάνω', 'Move up'),
  down: bilingual('Πιο κάτω', 'Move down'),
  place: bilingual('θέση', 'position'),
  of: bilingual('από', 'of'),
  save: bilingual('Αποθήκευση σειράς', 'Save order'),
  reset: bilingual('Αναίρεση αλλαγών', 'Undo changes'),
  undone: bilingual('Οι αλλαγές αναιρέθηκαν.', 'The changes are undone.'),
  saved: bilingual('Η σειρά αποθηκεύτηκε.', 'The order has been saved.'),
  noAnswer: bilingual('Ο διακομιστής δεν απάντησε. Δοκιμάστε ξανά.', 'The server did not answer. Try again.'),
};

import type { DefaultTranslationsObject } from '@payloadcms/translations';

/** The first page after signing in. */
export const dashboard = {
  addButton: 'Προσθήκη +',
  addWidget: 'Προσθήκη πλαισίου',
  deleteWidget: 'Διαγραφή πλαισίου',
  discardConfirmLabel: 'Απόρριψη',
  discardMessage:
    'Υπάρχουν αλλαγές στη διάταξη του πίνακα ελέγχου που δεν έχουν αποθηκευτεί. Θέλετε σίγουρα να τις απορρίψετε;',
  discardTitle: 'Απόρριψη αλλαγών;',
  editDashboard: 'Επεξεργασία πίνακα ελέγχου',
  editingDashboard: 'Επεξεργασία πίνακα ελέγχου',
  noItems:
    'Δεν υπάρχουν πλαίσια στον πίνακα ελέγχου. Μπορείτε να προσθέσετε από το μενού «Πίνακας ελέγχου» στην επάνω γραμμή.',
  resetLayout: 'Επαναφορά διάταξης',
  searchWidgets: 'Αναζήτηση πλαισίων…',
} satisfies DefaultTranslationsObject['dashboard'];

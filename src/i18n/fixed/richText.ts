import type { FixedText } from './replace.ts';

const named = (at: string, english: string, greek: string): FixedText => ({
  at,
  attribute: 'aria-label',
  english,
  greek,
});

/** The rich text editor's own controls. What its features bring is in `el/lexical.ts`. */
export const richText: FixedText[] = [
  named('.toolbar-popup__dropdown', 'text dropdown', 'Είδος παραγράφου'),
  named('.toolbar-popup__dropdown', 'align dropdown', 'Στοίχιση'),
  named('.toolbar-popup__dropdown', 'add dropdown', 'Προσθήκη'),
  named('.draggable-block-menu', 'Drag to move', 'Μετακίνηση με σύρσιμο'),
  named('.add-block-menu', 'Add block', 'Προσθήκη'),
  named('[role=button]', 'Insert Paragraph', 'Νέα παράγραφος στο τέλος'),
  named('.link-edit', 'Edit link', 'Επεξεργασία συνδέσμου'),
  named('.link-trash', 'Remove link', 'Αφαίρεση συνδέσμου'),
  named('#typeahead-menu', 'Slash menu', 'Κατάλογος εντολών'),
];

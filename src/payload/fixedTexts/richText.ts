import type { FixedText } from './replace.ts';
import { named, tooltip } from './rows.ts';

const DROPDOWN = '.toolbar-popup__dropdown';
/** The label of a block in the comparison of versions. */
const COMPARED = '.lexical-unknown-diff span';

/** The rich text editor's own controls. The texts of its features are in `el/lexical.ts`. */
export const richText: FixedText[] = [
  named(DROPDOWN, 'text dropdown', 'Είδος παραγράφου'),
  named(DROPDOWN, 'align dropdown', 'Στοίχιση'),
  named(DROPDOWN, 'add dropdown', 'Προσθήκη'),
  named('.draggable-block-menu', 'Drag to move', 'Μετακίνηση με σύρσιμο'),
  named('.add-block-menu', 'Add block', 'Προσθήκη'),
  named('.insert-paragraph-at-end', 'Insert Paragraph', 'Νέα παράγραφος στο τέλος'),
  named('.link-edit', 'Edit link', 'Επεξεργασία συνδέσμου'),
  named('.link-trash', 'Remove link', 'Αφαίρεση συνδέσμου'),
  named('#slash-menu', 'Slash menu', 'Κατάλογος εντολών'),
  ...tooltip('.LexicalEditorTheme__block', 'Remove Block', 'Αφαίρεση'),
  ...tooltip('.LexicalEditorTheme__block__removeButton', 'Remove Block', 'Αφαίρεση'),
  { at: COMPARED, english: /^kept_(?:html|inline)/, greek: 'Διατηρημένο τμήμα' },
  { at: COMPARED, english: /^(?:Inline)?Block$/, greek: '' },
];

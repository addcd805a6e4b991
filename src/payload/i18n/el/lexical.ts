/**
 * The rich text editor: its slash menu, toolbar, links and blocks. Every feature of `@payloadcms/richtext-lexical` brings
 * its own languages, none of them Greek; Payload merges these under `lexical:<feature>:…` with what the config says.
 */
export const lexical = {
  general: {
    placeholder: 'Γράψτε εδώ ή πατήστε «/» για εντολές…',
    slashMenuBasicGroupLabel: 'Βασικά',
    slashMenuListGroupLabel: 'Λίστες',
    toolbarItemsActive: '{{count}} ενεργά',
  },
  align: {
    alignCenterLabel: 'Στοίχιση στο κέντρο',
    alignJustifyLabel: 'Πλήρης στοίχιση',
    alignLeftLabel: 'Στοίχιση αριστερά',
    alignRightLabel: 'Στοίχιση δεξιά',
  },
  blockquote: { label: 'Παράθεση' },
  blocks: {
    inlineBlocks: {
      create: 'Δημιουργία: {{label}}',
      edit: 'Επεξεργασία: {{label}}',
      label: 'Μπλοκ μέσα στο κείμενο',
      remove: 'Αφαίρεση: {{label}}',
    },
    label: 'Μπλοκ',
  },
  checklist: { label: 'Λίστα ελέγχου' },
  heading: { label: 'Επικεφαλίδα {{headingLevel}}' },
  horizontalRule: { label: 'Οριζόντια γραμμή' },
  indent: { decreaseLabel: 'Μείωση εσοχής', increaseLabel: 'Αύξηση εσοχής' },
  link: { label: 'Σύνδεσμος', loadingWithEllipsis: 'Φόρτωση…' },
  orderedList: { label: 'Αριθμημένη λίστα' },
  paragraph: { label: 'Παράγραφος', label2: 'Απλό κείμενο' },
  relationship: { label: 'Σχέση' },
  textState: { defaultStyle: 'Προεπιλεγμένη μορφή' },
  unorderedList: { label: 'Λίστα με κουκκίδες' },
  upload: { label: 'Εικόνα' },
};

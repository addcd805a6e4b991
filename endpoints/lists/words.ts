// Form options that several lists share.

export const titleForm = { label: { el: 'Τίτλος', en: 'Title' }, required: true, isTitle: true } as const;

/** `selected`: its meaning in the legacy system is unknown, so it is stored and served unchanged. */
export const selectedForm = {
  label: { el: 'Επιλεγμένο', en: 'Selected' },
  description: {
    el: 'Σήμανση για την πύλη. Αφήστε την όπως είναι.',
    en: 'A mark for the portal. Leave it as it is.',
  },
} as const;

/** `active`: inactive records stay in the list with this flag (contract: "Inactive records"). */
export const activeForm = {
  label: { el: 'Ενεργό', en: 'Active' },
  defaultValue: true,
  description: {
    el: 'Ένα ανενεργό στοιχείο μένει στη λίστα με σήμανση «ανενεργό». Για να φύγει από τη λίστα, αποσύρετε τη δημοσίευση.',
    en: 'An inactive item stays in the list, marked inactive. To take it out of the list, unpublish it.',
  },
} as const;

export const confirmedTranslationForm = {
  label: { el: 'Επιβεβαιωμένη μετάφραση', en: 'Confirmed translation' },
  description: {
    el: 'Δηλώνει στην πύλη ότι η μετάφραση του στοιχείου έχει ελεγχθεί.',
    en: 'Tells the portal that the translation of this item has been checked.',
  },
} as const;

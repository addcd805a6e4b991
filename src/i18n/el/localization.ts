import type { DefaultTranslationsObject } from '@payloadcms/translations';

/** Localized content, for configs with `localization`. */
export const localization = {
  cannotCopySameLocale: 'Δεν γίνεται αντιγραφή στην ίδια γλώσσα',
  copyFrom: 'Αντιγραφή από',
  copyFromTo: 'Αντιγραφή από {{from}} σε {{to}}',
  copyTo: 'Αντιγραφή σε',
  copyToLocale: 'Αντιγραφή σε άλλη γλώσσα',
  localeToPublish: 'Γλώσσα προς δημοσίευση',
  selectedLocales: 'Επιλεγμένες γλώσσες',
  selectLocaleToCopy: 'Επιλέξτε τη γλώσσα που θα αντιγραφεί',
  selectLocaleToDuplicate: 'Επιλέξτε τις γλώσσες του αντιγράφου',
} satisfies DefaultTranslationsObject['localization'];

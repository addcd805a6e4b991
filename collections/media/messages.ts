import { bilingual } from '../../src/i18n/bilingual.ts';

/** Messages about images, for hooks and forms. */
export const NOTHING_TO_SHOW = bilingual(
  'Ανεβάστε ένα αρχείο ή γράψτε τη διεύθυνση της εικόνας.',
  'Upload a file, or enter the address of the image.',
);

export const NO_DESCRIPTION = bilingual(
  'Γράψτε με λίγα λόγια τι δείχνει η εικόνα.',
  'Say in a few words what the image shows.',
);

/** One line, since the form shows no more. */
export const NOT_TAKEN = bilingual(
  'Δεν γίνεται δεκτό. Ανεβάστε JPEG, PNG, WebP, GIF ή AVIF, όχι SVG ή HTML.',
  'Not accepted. Upload JPEG, PNG, WebP, GIF or AVIF, no SVG or HTML.',
);

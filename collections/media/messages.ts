import { type Bilingual, bilingual } from '../../src/payload/i18n/bilingual.ts';

/** Messages about images and files, for hooks and forms. Those of the file have one line, since the form shows no more. */
export const NOTHING_TO_SHOW = bilingual(
  'Ανεβάστε ένα αρχείο ή γράψτε τη διεύθυνση της εικόνας.',
  'Upload a file, or enter the address of the image.',
);

export const NO_DESCRIPTION = bilingual(
  'Γράψτε με λίγα λόγια τι δείχνει η εικόνα, ή τον τίτλο του αρχείου.',
  'Describe in a few words what the image shows, or enter the title of the file.',
);

export const NOT_TAKEN = bilingual(
  'Δεκτά είναι JPEG, PNG, WebP, GIF, AVIF, PDF, ODT, ODS, ODP, DOCX, XLSX, PPTX.',
  'Accepted are JPEG, PNG, WebP, GIF, AVIF, PDF, ODT, ODS, ODP, DOCX, XLSX, PPTX.',
);

export const OLD_OFFICE = bilingual(
  'Παλιό Office, ή με κωδικό: αποθηκεύστε το ως PDF, DOCX, XLSX ή PPTX.',
  'An old Office file, or with a password: save it as PDF, DOCX, XLSX or PPTX.',
);

export const WITH_MACROS = bilingual(
  'Έχει μακροεντολές. Αποθηκεύστε το χωρίς αυτές, ή ως PDF.',
  'It has macros. Save it without them, or as PDF.',
);

export const BROKEN_PDF = bilingual(
  'Δεν είναι ολόκληρο PDF. Αποθηκεύστε το ξανά από το πρόγραμμά σας.',
  'It is not a whole PDF. Save it again from your program.',
);

export const BROKEN_FILE = bilingual(
  'Δεν είναι ολόκληρο αρχείο. Αποθηκεύστε το ξανά από το πρόγραμμά σας.',
  'It is not a whole file. Save it again from your program.',
);

export const EMPTY = bilingual(
  'Το αρχείο είναι κενό. Αποθηκεύστε το ξανά και ανεβάστε το.',
  'The file is empty. Save it again and upload it.',
);

export const NOT_WHOLE = bilingual(
  'Δεν είναι ολόκληρη εικόνα. Κατεβάστε ή αποθηκεύστε την ξανά.',
  'It is not a whole image. Download or save it again.',
);

export const TOO_MANY_PIXELS = bilingual(
  'Πάνω από 100 εκατομμύρια εικονοστοιχεία. Μικρύνετε την εικόνα.',
  'More than 100 million pixels. Make the image smaller.',
);

export const HEIC = bilingual(
  'HEIC, από iPhone: αποθηκεύστε την ως JPEG. Για νέες φωτογραφίες: Ρυθμίσεις, Κάμερα, Μορφές, «Μέγιστη συμβατότητα».',
  'HEIC, from an iPhone: save it as JPEG. For new photos: Settings, Camera, Formats, "Most Compatible".',
);

export const CROPPED_AVIF = bilingual(
  'AVIF με περικοπή: κάθε browser τη δείχνει αλλιώς ή καθόλου. Αποθηκεύστε την ως JPEG ή PNG.',
  'A cropped AVIF, which browsers show differently or not at all: save it as JPEG or PNG.',
);

export const FILE_GONE = bilingual(
  'Το αρχείο δεν υπάρχει πια. Ανεβάστε το ξανά.',
  'The file is not there any more. Upload it again.',
);

export const TAKES_IMAGES = bilingual(
  'Στη θέση μιας εικόνας μπαίνει μόνο εικόνα. Ανεβάστε το ως νέο αρχείο.',
  'Only an image can take the place of an image. Upload it as a new file.',
);

/** @param type the type of the file that is there, such as `PDF` */
export function takesSameType(type: string): Bilingual {
  return bilingual(
    `Στη θέση ενός ${type} μπαίνει μόνο ${type}. Ανεβάστε το ως νέο αρχείο.`,
    `Only ${type} can take the place of ${type}. Upload it as a new file.`,
  );
}

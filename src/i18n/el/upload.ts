import type { DefaultTranslationsObject } from '@payloadcms/translations';

/** Uploading a file, cropping an image. */
export const upload = {
  addFile: 'Προσθήκη αρχείου',
  addFiles: 'Προσθήκη αρχείων',
  bulkUpload: 'Μαζική μεταφόρτωση',
  crop: 'Περικοπή',
  cropToolDescription:
    'Σύρετε τις γωνίες της επιλεγμένης περιοχής, σχεδιάστε νέα περιοχή ή αλλάξτε τις τιμές παρακάτω.',
  download: 'Λήψη',
  dragAndDrop: 'Σύρετε ένα αρχείο εδώ',
  dragAndDropHere: 'ή σύρετε ένα αρχείο εδώ',
  editImage: 'Επεξεργασία εικόνας',
  fileName: 'Όνομα αρχείου',
  fileSize: 'Μέγεθος αρχείου',
  filesToUpload: 'Αρχεία προς μεταφόρτωση',
  fileToUpload: 'Αρχείο προς μεταφόρτωση',
  focalPoint: 'Σημείο εστίασης',
  focalPointDescription: 'Σύρετε το σημείο εστίασης επάνω στην προεπισκόπηση ή αλλάξτε τις τιμές παρακάτω.',
  height: 'Ύψος',
  lessInfo: 'Λιγότερες πληροφορίες',
  moreInfo: 'Περισσότερες πληροφορίες',
  noFile: 'Κανένα αρχείο',
  pasteURL: 'Επικόλληση διεύθυνσης',
  previewSizes: 'Προεπισκόπηση μεγεθών',
  selectCollectionToBrowse: 'Επιλέξτε συλλογή για περιήγηση',
  selectFile: 'Επιλογή αρχείου',
  setCropArea: 'Ορισμός περιοχής περικοπής',
  setFocalPoint: 'Ορισμός σημείου εστίασης',
  sizes: 'Μεγέθη',
  sizesFor: 'Μεγέθη: {{label}}',
  width: 'Πλάτος',
} satisfies DefaultTranslationsObject['upload'];

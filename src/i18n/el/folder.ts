import type { DefaultTranslationsObject } from '@payloadcms/translations';

/** Folders of documents. */
export const folder = {
  browseByFolder: 'Περιήγηση ανά φάκελο',
  byFolder: 'Ανά φάκελο',
  deleteFolder: 'Διαγραφή φακέλου',
  folderName: 'Όνομα φακέλου',
  folders: 'Φάκελοι',
  folderTypeDescription: 'Επιλέξτε ποιων συλλογών τα έγγραφα επιτρέπονται σε αυτόν τον φάκελο.',
  itemHasBeenMoved: 'Μεταφορά στον φάκελο {{folderName}}: {{title}}',
  itemHasBeenMovedToRoot: 'Μεταφορά στον αρχικό φάκελο: {{title}}',
  itemsMovedToFolder: 'Μεταφορά στον φάκελο {{folderName}}: {{title}}',
  itemsMovedToRoot: 'Μεταφορά στον αρχικό φάκελο: {{title}}',
  moveFolder: 'Μεταφορά φακέλου',
  moveItemsToFolderConfirmation:
    'Πρόκειται να μεταφέρετε <1>{{count}} {{label}}</1> στον φάκελο <2>{{toFolder}}</2>. Είστε βέβαιοι;',
  moveItemsToRootConfirmation:
    'Πρόκειται να μεταφέρετε <1>{{count}} {{label}}</1> στον αρχικό φάκελο. Είστε βέβαιοι;',
  moveItemToFolderConfirmation:
    'Πρόκειται να μεταφέρετε το <1>{{title}}</1> στον φάκελο <2>{{toFolder}}</2>. Είστε βέβαιοι;',
  moveItemToRootConfirmation:
    'Πρόκειται να μεταφέρετε το <1>{{title}}</1> στον αρχικό φάκελο. Είστε βέβαιοι;',
  movingFromFolder: 'Μεταφορά από τον φάκελο {{fromFolder}}: {{title}}',
  newFolder: 'Νέος φάκελος',
  noFolder: 'Χωρίς φάκελο',
  renameFolder: 'Μετονομασία φακέλου',
  searchByNameInFolder: 'Αναζήτηση ονόματος στον φάκελο {{folderName}}',
  selectFolderForItem: 'Επιλογή φακέλου για το {{title}}',
} satisfies DefaultTranslationsObject['folder'];

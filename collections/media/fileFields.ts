import type { TextField } from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';

/** Labels for fields of an upload that Payload has in English alone. It adds everything else to them. */
export const fileFields: TextField[] = [
  { name: 'url', type: 'text', label: bilingual('Διεύθυνση του αρχείου', 'URL') },
  { name: 'thumbnailURL', type: 'text', label: bilingual('Διεύθυνση της μικρογραφίας', 'Thumbnail URL') },
  { name: 'mimeType', type: 'text', label: bilingual('Είδος αρχείου', 'MIME type') },
];

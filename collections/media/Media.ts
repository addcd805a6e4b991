import type { CollectionConfig } from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';
import { isShown, requireImageFile } from '../access/imageFiles.ts';
import { authors, deletion, editors } from '../access/index.ts';
import { formAids, whereUsedField } from '../fields/formAids.ts';
import { oneByOne } from '../fields/oneByOne.ts';
import { SEARCH, searchField } from '../fields/searchField.ts';
import { textField, webAddress } from '../fields/text.ts';
import { saveHooks } from '../save/hooks.ts';
import { movesInTrash } from '../save/operation.ts';
import { requireImage, validateDescription } from './requireImage.ts';
import { takeFile } from './uploadedFile.ts';

const legacyUrl = textField(
  {
    name: 'legacy_url',
    label: bilingual('Διεύθυνση στο παλιό σύστημα', 'Address in the legacy system'),
    nullable: true,
    description: bilingual(
      'Όσο υπάρχει, η πύλη παίρνει αυτή τη διεύθυνση, ακόμη κι αν ανεβάσετε αρχείο, εκτός αν οι ρυθμίσεις της πύλης δίνουν τα δικά μας αρχεία. Σβήστε την για να δίνεται πάντα το αρχείο.',
      'While it is there, the portal gets this address even if you upload a file, unless the portal settings hand out our own image files. Clear it to hand out the file always.',
    ),
  },
  webAddress,
);

/** Images. A document may have the absolute URL of a legacy image instead of a file. */
export const Media: CollectionConfig = {
  slug: 'media',
  labels: { singular: bilingual('Εικόνα', 'Image'), plural: bilingual('Εικόνες', 'Images') },
  access: {
    create: authors,
    delete: deletion,
    // Images have no drafts, so changing a published image changes published content.
    update: async ({ data, id, req }) => {
      if (await editors({ req })) return true;
      if (movesInTrash(req, data) || id === undefined || !(await authors({ req }))) return false;
      return !(await isShown(req.payload, id));
    },
    // Files of published images are public; the documents themselves are not.
    read: async ({ data, isReadingStaticFile, req }) => {
      if (!isReadingStaticFile) return authors({ req });
      await requireImageFile(req, data?.filename);
      return true;
    },
  },
  trash: true,
  enableQueryPresets: true,
  admin: {
    group: bilingual('Περιεχόμενο της πύλης', 'Portal content'),
    hideAPIURL: true,
    useAsTitle: 'alt',
    defaultColumns: ['alt', 'picture', 'updatedAt'],
    pagination: { defaultLimit: 24, limits: [24, 48, 96] },
    components: {
      beforeListTable: ['payload-portal-content/client#ImageGrid'],
      edit: { beforeDocumentControls: formAids },
    },
    listSearchableFields: [SEARCH],
  },
  upload: {
    // No SVG: it may contain scripts, and these files have the same origin as the admin.
    mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
    filesRequiredOnCreate: false,
    // No fetching of URLs: the server could be used to reach its internal network.
    pasteURL: false,
    // An image without a file is shown from its legacy address.
    adminThumbnail: ({ doc }) =>
      typeof doc.legacy_url === 'string' && !doc.filename ? doc.legacy_url : null,
  },
  hooks: saveHooks({ beforeChange: [requireImage], beforeOperation: [takeFile] }),
  fields: [
    {
      ...textField({
        name: 'alt',
        label: bilingual('Περιγραφή εικόνας', 'Description of the image'),
        required: true,
        description: bilingual(
          'Απαραίτητη, για να τη βρίσκετε εδώ· δεν δίνεται στην πύλη.',
          'Needed, to find it here; not handed to the portal.',
        ),
      }),
      validate: validateDescription,
    },
    ...oneByOne([legacyUrl], ['legacy_url']),
    {
      name: 'picture',
      type: 'ui',
      label: bilingual('Εικόνα', 'Image'),
      admin: {
        components: {
          Cell: 'payload-portal-content/client#ImageCell',
          Field: 'payload-portal-content/client#ImagePreview',
        },
      },
    },
    // Payload has English labels only; it merges these with its own fields.
    { name: 'url', type: 'text', label: bilingual('Διεύθυνση του αρχείου', 'URL') },
    { name: 'thumbnailURL', type: 'text', label: bilingual('Διεύθυνση της μικρογραφίας', 'Thumbnail URL') },
    { name: 'mimeType', type: 'text', label: bilingual('Είδος αρχείου', 'MIME type') },
    whereUsedField(),
    searchField(['filename']),
  ],
};

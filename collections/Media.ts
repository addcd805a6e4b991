import type { CollectionConfig } from 'payload';
import { requireImageFile } from './access/imageFiles.ts';
import { authors, editors } from './access/index.ts';
import { bilingual } from './fields/labels.ts';
import { textField, webAddress } from './fields/text.ts';
import { requireImage } from './hooks/requireImage.ts';
import { saveHooks } from './hooks/saveHooks.ts';
import { SEARCH, searchField } from './search/searchField.ts';

/** Images. A document may carry the absolute URL of a legacy image in place of a file. */
export const Media: CollectionConfig = {
  slug: 'media',
  labels: { singular: bilingual('Εικόνα', 'Image'), plural: bilingual('Εικόνες', 'Images') },
  access: {
    create: authors,
    delete: editors,
    update: authors,
    // The files of published images are public; the documents that describe them are not.
    read: async ({ data, isReadingStaticFile, req }) => {
      if (!isReadingStaticFile) return authors({ req });
      await requireImageFile(req, data?.filename);
      return true;
    },
  },
  admin: {
    group: bilingual('Περιεχόμενο της πύλης', 'Portal content'),
    useAsTitle: 'alt',
    defaultColumns: ['alt', 'legacy_url', 'updatedAt'],
    listSearchableFields: [SEARCH],
  },
  upload: {
    // SVG is left out: it may carry scripts, and these files are served from the admin's own origin.
    mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
    filesRequiredOnCreate: false,
    // No fetching of addresses that an editor names: that would let the server be sent into its own network.
    pasteURL: false,
    // An image without a file is shown from where it still stands.
    adminThumbnail: ({ doc }) =>
      typeof doc.legacy_url === 'string' && !doc.filename ? doc.legacy_url : null,
    crop: false,
    focalPoint: false,
  },
  hooks: saveHooks({ beforeChange: [requireImage] }),
  fields: [
    textField({
      name: 'alt',
      label: bilingual('Περιγραφή εικόνας', 'Description of the image'),
      description: bilingual(
        'Για να τη βρίσκετε εδώ· δεν δίνεται στην πύλη.',
        'To find it here; not handed to the portal.',
      ),
    }),
    textField(
      {
        name: 'legacy_url',
        label: bilingual('Διεύθυνση στο παλιό σύστημα', 'Address in the legacy system'),
        nullable: true,
        description: bilingual(
          'Όσο υπάρχει, η πύλη παίρνει αυτή τη διεύθυνση, ακόμη κι αν ανεβάσετε αρχείο. Σβήστε την για να δίνεται το αρχείο.',
          'While it is there, the portal gets this address even if you upload a file. Clear it to hand out the file.',
        ),
      },
      webAddress,
    ),
    searchField(['filename']),
  ],
};

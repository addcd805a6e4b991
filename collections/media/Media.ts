import type { CollectionBeforeChangeHook, CollectionConfig, Field, ImageSize } from 'payload';
import { bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { allows, deletion } from '../access/index.ts';
import { baseFields } from '../fields/identity.ts';
import { formAids, SEARCH, searchField, whereUsedField } from '../fields/smallFields.ts';
import { textField, webAddress } from '../fields/text.ts';
import { may } from '../policies/may.ts';
import { FILE_TYPES, IMAGE_TYPES, isFile } from '../portal/mediaTypes.ts';
import { MEDIA, slugOfKind } from '../portal/portal.ts';
import { type FieldProblem, fieldErrors } from '../save/fieldErrors.ts';
import { isUsed } from '../save/judge.ts';
import { type FieldValidation, mainDocument, movesInTrash, saveContextOf } from '../save/saveContext.ts';
import { NO_DESCRIPTION, NOTHING_TO_SHOW } from './messages.ts';
import { fileEndpoint } from './sendFile.ts';

type Data = Record<string, unknown>;

const isBlank = (text: unknown) => typeof text !== 'string' || text.trim() === '';

/** True if a description is missing. An image stored without one may stay so. @param stored undefined for a new image */
const lacksDescription = (alt: unknown, stored: Data | undefined) =>
  isBlank(alt) && !(stored && isBlank(stored.alt));

/**
 * The missing parts of an image: a file or an address, and a description.
 * @param stored undefined for a new image
 */
export function imageProblems(data: Data, stored: Data | undefined): FieldProblem[] {
  const value = (name: string) => (name in data ? data[name] : stored?.[name]);
  const problems: FieldProblem[] = [];
  if (lacksDescription(value('alt'), stored)) problems.push({ field: 'alt', message: NO_DESCRIPTION });
  if (isBlank(value('filename')) && isBlank(value('legacy_url'))) {
    problems.push({ field: 'legacy_url', message: NOTHING_TO_SHOW });
  }
  return problems;
}

/** Refuses an incomplete image, except in an import. */
export const requireImage: CollectionBeforeChangeHook = ({ collection, data, originalDoc, req }) => {
  const stored = originalDoc?.id === undefined ? undefined : originalDoc;
  if (saveContextOf(req, collection.slug, stored?.id).source) return data;
  const problems = imageProblems(data, stored);
  if (problems.length > 0) throw fieldErrors(req, collection, problems);
  return data;
};

async function validateDescription(alt: unknown, validated: FieldValidation): Promise<string | true> {
  const { collectionSlug, id, req } = validated;
  if (!isBlank(alt) || saveContextOf(req, collectionSlug, id).source) return true;
  if (!lacksDescription(alt, await mainDocument(validated))) return true;
  return translate(NO_DESCRIPTION, req.i18n.language);
}

interface WithSizes {
  sizes?: { small?: { url?: string | null } };
}

const IN_FORMS_ONLY = { disableGroupBy: true, disableListColumn: true, disableListFilter: true };

/** The sizes in which images are kept beside the original: the admin shows `small`, the lists may give `large`. */
const IMAGE_SIZES: ImageSize[] = [
  { name: 'small', width: 480, height: 480, admin: IN_FORMS_ONLY },
  { name: 'large', width: 1920, height: 1920, admin: IN_FORMS_ONLY },
];

const legacyUrl = textField(
  {
    name: 'legacy_url',
    label: bilingual('Διεύθυνση στο παλιό σύστημα', 'Address in the legacy system'),
    nullable: true,
    description: bilingual(
      'Όσο υπάρχει, η πύλη παίρνει αυτή τη διεύθυνση, ακόμη κι αν ανεβάσετε αρχείο, εκτός αν οι ρυθμίσεις της πύλης δίνουν τα δικά μας αρχεία. Σβήστε την για να δίνεται πάντα το αρχείο.',
      'While this is filled in, the portal gets this address even if you upload a file, unless the portal settings use our own image files. Clear it to always use the file.',
    ),
  },
  webAddress,
);

/** Images, and files that texts link to. A document may have the absolute URL of a legacy image instead of a file. */
export const Media: CollectionConfig = {
  slug: 'media',
  lockDocuments: false,
  labels: {
    singular: bilingual('Εικόνα ή αρχείο', 'Image or file'),
    plural: bilingual('Εικόνες και αρχεία', 'Images and files'),
  },
  access: {
    create: allows(may.addFile),
    delete: deletion,
    // There are no drafts, so changing a published image or file changes published content.
    update: async ({ data, id, req }) => {
      if (await may.changeFile(req, { isUsed: true })) return true;
      if (id === undefined || movesInTrash(req, data)) return false;
      return (
        (await may.changeFile(req, { isUsed: false })) &&
        !(await isUsed(req, slugOfKind(req.payload, MEDIA), id))
      );
    },
    read: ({ req }) => may.read(req),
  },
  endpoints: [fileEndpoint],
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
    mimeTypes: [...IMAGE_TYPES, ...FILE_TYPES],
    filesRequiredOnCreate: false,
    // No fetching of URLs: the server could be used to reach its internal network.
    pasteURL: false,
    imageSizes: IMAGE_SIZES,
    // An image without a file is shown from its legacy address.
    adminThumbnail: ({ doc }) => {
      if (typeof doc.legacy_url === 'string' && !doc.filename) return doc.legacy_url;
      return (doc as WithSizes).sizes?.small?.url ?? null;
    },
  },
  fields: [
    {
      ...textField({
        name: 'alt',
        label: bilingual('Τίτλος ή περιγραφή', 'Title or description'),
        required: true,
        description: bilingual(
          'Τι δείχνει η εικόνα, ή ο τίτλος του αρχείου: με αυτόν μπαίνει στα κείμενα. Με αυτές τις λέξεις τα βρίσκετε εδώ.',
          'What the image shows, or the title of the file, which becomes its link text. You can also search for these words here.',
        ),
      }),
      validate: validateDescription,
    },
    {
      ...legacyUrl,
      // Not the same for all files of one upload.
      admin: { ...legacyUrl.admin, condition: (data) => !isFile(data), disableBulkEdit: true },
    } as Field,
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
    { name: 'mimeType', type: 'text', label: bilingual('Είδος αρχείου', 'File type') },
    { name: 'file_key', type: 'text', hidden: true },
    whereUsedField(),
    ...baseFields(),
    searchField(['filename']),
  ],
};

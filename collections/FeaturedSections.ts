import type { CollectionConfig } from 'payload';
import { bilingual } from '../src/i18n/bilingual.ts';
import { activeField, selectedField } from './fields/flags.ts';
import { hidden } from './fields/hidden.ts';
import { htmlText } from './fields/htmlText.ts';
import { imageField } from './fields/image.ts';
import { fits, textField, webAddress } from './fields/text.ts';
import { listCollection } from './listCollection.ts';
import { custom } from './portal/roles.ts';

/** The sections on the portal's front page: two texts, a column of links between them, and an image. */
export const FeaturedSections: CollectionConfig = listCollection({
  slug: 'featured-sections',
  labels: {
    singular: bilingual('Προβεβλημένη ενότητα', 'Featured section'),
    plural: bilingual('Προβεβλημένες ενότητες', 'Featured sections'),
  },
  admin: {
    useAsTitle: 'section_one_title',
    defaultColumns: ['section_one_title', '_status', 'updatedAt', 'active', 'api_id'],
  },
  fields: [
    textField(
      {
        name: 'section_one_title',
        label: bilingual('Τίτλος πρώτου μέρους', 'Title of part one'),
        required: true,
      },
      fits,
    ),
    ...htmlText({ name: 'section_one_text', label: bilingual('Κείμενο πρώτου μέρους', 'Text of part one') }),
    textField(
      { name: 'section_two_title', label: bilingual('Τίτλος συνδέσμων', 'Title of the links') },
      fits,
    ),
    {
      name: 'section_two_links',
      type: 'array',
      custom: custom({ role: 'ranked', rank: 'rank', by: ['text', 'link'] }),
      label: bilingual('Σύνδεσμοι', 'Links'),
      labels: { singular: bilingual('Σύνδεσμος', 'Link'), plural: bilingual('Σύνδεσμοι', 'Links') },
      admin: {
        disableBulkEdit: true,
        components: { RowLabel: 'payload-portal-content/client#LinkRowLabel' },
        description: bilingual(
          'Εμφανίζονται με αυτή τη σειρά. Ένας νέος σύνδεσμος φέρνει την ενότητα πρώτη, όπου η πύλη ταξινομεί κατά συνδέσμους.',
          'Shown in this order. A new link brings the section to the top wherever the portal sorts by links.',
        ),
      },
      fields: [
        textField({ name: 'text', label: bilingual('Κείμενο', 'Text'), required: true }),
        textField({ name: 'link', label: bilingual('Διεύθυνση', 'Address'), required: true }, webAddress),
        hidden({ name: 'rank', type: 'number' }),
      ],
    },
    ...htmlText({
      name: 'section_three_text',
      label: bilingual('Κείμενο τρίτου μέρους', 'Text of part three'),
    }),
    ...imageField({
      name: 'featured_image',
      label: bilingual('Εικόνα', 'Image'),
      description: bilingual(
        'Η πύλη δείχνει την εικόνα δίπλα στην ενότητα.',
        'The portal shows the image beside the section.',
      ),
      required: true,
    }),
    activeField(),
    selectedField(),
  ],
});

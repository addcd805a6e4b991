import type { CollectionConfig } from 'payload';
import { bilingual } from '../src/i18n/bilingual.ts';
import { confirmedTranslationField, selectedField } from './fields/flags.ts';
import { integer } from './fields/number.ts';
import { slugField } from './fields/slug.ts';
import { textareaField, textField, titleField, webAddress } from './fields/text.ts';
import { listCollection } from './listCollection.ts';

/** Groups under which the portal gathers its services. */
export const ServiceGroups: CollectionConfig = listCollection({
  slug: 'service-groups',
  labels: {
    singular: bilingual('Ομάδα υπηρεσιών', 'Service group'),
    plural: bilingual('Ομάδες υπηρεσιών', 'Service groups'),
  },
  // As the portal shows them.
  defaultSort: ['order', 'api_id'],
  admin: { useAsTitle: 'title', defaultColumns: ['title', '_status', 'updatedAt', 'order', 'api_id'] },
  fields: [
    titleField(),
    textareaField({ name: 'description', label: bilingual('Περιγραφή', 'Description'), nullable: true }),
    textField(
      {
        name: 'url',
        label: bilingual('Διεύθυνση', 'Address'),
        nullable: true,
        description: bilingual(
          'Αν λείπει, η πύλη δεν δείχνει σύνδεσμο.',
          'Where it is missing, the portal gets null and shows no link.',
        ),
      },
      webAddress,
    ),
    integer({
      name: 'order',
      label: bilingual('Σειρά', 'Order'),
      defaultValue: 0,
      required: true,
      description: bilingual(
        'Όσο μικρότερος ο αριθμός, τόσο πιο ψηλά στη λίστα, όπου η πύλη ταξινομεί με αυτόν.',
        'A smaller number stands further up (where the list is sorted by order).',
      ),
    }),
    slugField(),
    confirmedTranslationField(),
    selectedField(),
  ],
});

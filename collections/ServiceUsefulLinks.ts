import type { CollectionConfig } from 'payload';
import { bilingual } from '../src/i18n/bilingual.ts';
import { confirmedTranslationField, selectedField } from './fields/flags.ts';
import { htmlText } from './fields/htmlText.ts';
import { integer } from './fields/number.ts';
import { slugField } from './fields/slug.ts';
import { textField, titleField, webAddress } from './fields/text.ts';
import { listCollection } from './listCollection.ts';

/** Useful links that the portal shows beside a service. */
export const ServiceUsefulLinks: CollectionConfig = listCollection({
  slug: 'service-useful-links',
  labels: {
    singular: bilingual('Χρήσιμος σύνδεσμος', 'Useful link'),
    plural: bilingual('Χρήσιμοι σύνδεσμοι', 'Useful links'),
  },
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', '_status', 'updatedAt', 'url', 'service', 'api_id'],
  },
  fields: [
    titleField(),
    textField(
      {
        name: 'url',
        label: bilingual('Διεύθυνση', 'Address'),
        nullable: true,
        description: bilingual(
          'Αν λείπει, η πύλη δείχνει μόνο τον τίτλο.',
          'Where it is missing, the portal gets null and shows the title only.',
        ),
      },
      webAddress,
    ),
    ...htmlText({ name: 'description', label: bilingual('Περιγραφή', 'Description'), nullable: true }),
    integer({
      name: 'service',
      label: bilingual('Υπηρεσία (αριθμός)', 'Service (number)'),
      description: bilingual(
        'Ο αριθμός της υπηρεσίας στο μητρώο υπηρεσιών. Κενό: ο σύνδεσμος δεν ανήκει σε υπηρεσία.',
        'The number of the service in the register of services. Empty: the link belongs to no service.',
      ),
    }),
    // The legacy lists have links that share one.
    slugField({ shared: true }),
    confirmedTranslationField(),
    selectedField(),
  ],
});

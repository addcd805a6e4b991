import type { CollectionConfig } from 'payload';
import { bilingual } from '../src/i18n/bilingual.ts';
import { listedField, selectedField } from './fields/flags.ts';
import { whereUsedField } from './fields/formAids.ts';
import { slugField } from './fields/slug.ts';
import { titleField } from './fields/text.ts';
import { listCollection } from './listCollection.ts';
import { alphabetical } from './queries/alphabetical.ts';

/** Categories of the news; every listed post embeds its category whole. */
export const NewsCategories: CollectionConfig = listCollection({
  slug: 'news-categories',
  labels: {
    singular: bilingual('Κατηγορία νέων', 'News category'),
    plural: bilingual('Κατηγορίες νέων', 'News categories'),
  },
  defaultSort: 'title',
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', '_status', 'updatedAt', 'slug', 'api_id'],
    // All of them, in the order of the alphabet.
    pagination: { defaultLimit: 100 },
  },
  hooks: { afterOperation: [alphabetical] },
  fields: [
    titleField(
      bilingual(
        'Μια αλλαγή εδώ φαίνεται και μέσα σε κάθε δημοσίευση της κατηγορίας.',
        'A change here also shows inside every post of the category.',
      ),
    ),
    slugField(),
    listedField(bilingual('μέσα στις δημοσιεύσεις της', 'inside its posts')),
    selectedField(),
    whereUsedField(),
  ],
});

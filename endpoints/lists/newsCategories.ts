import type { z } from 'zod';
import { listContract } from './definition/contract.ts';
import { field } from './definition/field.ts';
import type { FormOf } from './definition/form.ts';
import { selectedForm } from './words.ts';

export const newsCategories = listContract({
  key: 'news-categories',
  name: 'News Category List',
  fields: { selected: field.flag(), title: field.text(), slug: field.slug() },
  defaultOrdering: 'id',
});

/** A category of news posts. */
export type NewsCategory = z.output<typeof newsCategories.element>;

export const newsCategoriesForm = {
  labels: {
    singular: { el: 'Κατηγορία νέων', en: 'News category' },
    plural: { el: 'Κατηγορίες νέων', en: 'News categories' },
  },
  columns: ['updatedAt', 'slug'],
  alphabetical: true,
  fields: {
    title: {
      label: { el: 'Τίτλος', en: 'Title' },
      required: true,
      isTitle: true,
      description: {
        el: 'Μια αλλαγή εδώ φαίνεται και μέσα σε κάθε δημοσίευση της κατηγορίας.',
        en: 'Changes here also appear in every post of the category.',
      },
    },
    slug: {},
    listed: { elsewhere: { el: 'μέσα στις δημοσιεύσεις της', en: 'inside its posts' } },
    selected: selectedForm,
  },
} satisfies FormOf<typeof newsCategories>;

import type { z } from 'zod';
import { listContract } from './definition/contract.ts';
import { field } from './definition/field.ts';
import type { FormOf } from './definition/form.ts';
import { activeForm, selectedForm } from './words.ts';

export const featuredSections = listContract({
  key: 'featured-sections',
  name: 'Featured Section List',
  fields: {
    selected: field.flag(),
    section_two_links: field.rows(
      { text: field.text(), link: field.webAddress({ absolute: true }) },
      { ranked: true },
    ),
    active: field.flag(),
    section_one_title: field.text(),
    section_one_text: field.html(),
    section_two_title: field.text(),
    section_three_text: field.html(),
    featured_image: field.image(),
  },
  defaultOrdering: 'id',
  documentedOrderings: ['-section_two_links'],
});

/** A section of the portal's front page. */
export type FeaturedSection = z.output<typeof featuredSections.element>;

export const featuredSectionsForm = {
  labels: {
    singular: { el: 'Προβεβλημένη ενότητα', en: 'Featured section' },
    plural: { el: 'Προβεβλημένες ενότητες', en: 'Featured sections' },
  },
  columns: ['updatedAt', 'active'],
  byHand: {},
  fields: {
    section_one_title: {
      label: { el: 'Τίτλος πρώτου μέρους', en: 'Title of part one' },
      required: true,
      isTitle: true,
    },
    section_one_text: { label: { el: 'Κείμενο πρώτου μέρους', en: 'Text of part one' } },
    section_two_title: { label: { el: 'Τίτλος συνδέσμων', en: 'Title of the links' }, isTitle: true },
    section_two_links: {
      label: { el: 'Σύνδεσμοι', en: 'Links' },
      row: { singular: { el: 'Σύνδεσμος', en: 'Link' }, plural: { el: 'Σύνδεσμοι', en: 'Links' } },
      description: {
        el: 'Εμφανίζονται με αυτή τη σειρά. Ένας νέος σύνδεσμος φέρνει την ενότητα πρώτη, όπου η πύλη ταξινομεί κατά συνδέσμους.',
        en: 'Shown in this order. Adding a link moves the section to the top wherever the portal sorts by links.',
      },
      columns: {
        text: { label: { el: 'Κείμενο', en: 'Text' }, required: true },
        link: { label: { el: 'Σύνδεσμος (URL)', en: 'Link (URL)' }, required: true },
      },
    },
    section_three_text: { label: { el: 'Κείμενο τρίτου μέρους', en: 'Text of part three' } },
    featured_image: {
      label: { el: 'Εικόνα', en: 'Image' },
      description: {
        el: 'Η πύλη δείχνει την εικόνα δίπλα στην ενότητα.',
        en: 'The portal shows the image beside the section.',
      },
    },
    active: activeForm,
    selected: selectedForm,
  },
} satisfies FormOf<typeof featuredSections>;

import type { z } from 'zod';
import { listContract } from './definition/contract.ts';
import { field } from './definition/field.ts';
import type { FormOf } from './definition/form.ts';
import { confirmedTranslationForm, selectedForm, titleForm } from './words.ts';

export const serviceGroups = listContract({
  key: 'service-groups',
  name: 'Service Group List',
  fields: {
    selected: field.flag(),
    order: field.integer(),
    title: field.text(),
    slug: field.slug(),
    url: field.webAddress({ nullable: true }),
    description: field.text({ nullable: true }),
    confirmed_translation: field.flag(),
  },
  defaultOrdering: 'order,id',
});

/** A group under which the portal shows its services. */
export type ServiceGroup = z.output<typeof serviceGroups.element>;

export const serviceGroupsForm = {
  labels: {
    singular: { el: 'Ομάδα υπηρεσιών', en: 'Service group' },
    plural: { el: 'Ομάδες υπηρεσιών', en: 'Service groups' },
  },
  columns: ['updatedAt', 'order'],
  // As on the portal.
  sort: ['order', 'api_id'],
  byHand: { key: 'order' },
  fields: {
    title: titleForm,
    description: { label: { el: 'Περιγραφή', en: 'Description' }, multiline: true },
    url: {
      label: { el: 'Σύνδεσμος (URL)', en: 'Link (URL)' },
      description: {
        el: 'Αν λείπει, η πύλη δεν δείχνει σύνδεσμο.',
        en: 'If it is empty, the portal shows no link.',
      },
    },
    order: {
      label: { el: 'Σειρά', en: 'Order' },
      defaultValue: 0,
      required: true,
      description: {
        el: 'Όσο μικρότερος ο αριθμός, τόσο πιο ψηλά στη λίστα, όπου η πύλη ταξινομεί με αυτόν.',
        en: 'Smaller numbers come first (where the list is sorted by order).',
      },
    },
    slug: {},
    confirmed_translation: confirmedTranslationForm,
    selected: selectedForm,
  },
} satisfies FormOf<typeof serviceGroups>;

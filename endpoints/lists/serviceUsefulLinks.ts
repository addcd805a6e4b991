import type { z } from 'zod';
import { listContract } from './definition/contract.ts';
import { field } from './definition/field.ts';
import type { FormOf } from './definition/form.ts';
import { confirmedTranslationForm, selectedForm } from './words.ts';

export const serviceUsefulLinks = listContract({
  key: 'service-useful-links',
  name: 'Service Useful Link List',
  fields: {
    selected: field.flag(),
    slug: field.slug(),
    url: field.webAddress({ nullable: true }),
    description: field.html({ nullable: true }),
    confirmed_translation: field.flag(),
    title: field.text(),
    service: field.integer({ nullable: true }),
  },
  defaultOrdering: 'id',
  documentedOrderings: ['title', '-title'],
});

/** A useful link of the portal's services. */
export type ServiceUsefulLink = z.output<typeof serviceUsefulLinks.element>;

export const serviceUsefulLinksForm = {
  labels: {
    singular: { el: 'Χρήσιμος σύνδεσμος', en: 'Useful link' },
    plural: { el: 'Χρήσιμοι σύνδεσμοι', en: 'Useful links' },
  },
  columns: ['updatedAt', 'url', 'service'],
  byHand: { within: 'service' },
  fields: {
    // Several links may have one title or one slug.
    title: { label: { el: 'Τίτλος', en: 'Title' }, required: true, isTitle: true, shared: true },
    url: {
      label: { el: 'Σύνδεσμος (URL)', en: 'Link (URL)' },
      description: {
        el: 'Αν λείπει, η πύλη δείχνει μόνο τον τίτλο.',
        en: 'If it is empty, the portal shows only the title.',
      },
    },
    description: { label: { el: 'Περιγραφή', en: 'Description' } },
    service: {
      label: { el: 'Υπηρεσία (αριθμός)', en: 'Service (number)' },
      description: {
        el: 'Ο αριθμός της υπηρεσίας στο μητρώο υπηρεσιών. Κενό: ο σύνδεσμος δεν ανήκει σε υπηρεσία.',
        en: 'The number of the service in the register of services. Leave empty if the link belongs to no service.',
      },
    },
    slug: { shared: true },
    confirmed_translation: confirmedTranslationForm,
    selected: selectedForm,
  },
} satisfies FormOf<typeof serviceUsefulLinks>;

import { defineList, field, newsCategories } from 'payload-portal-content/lists';

/** A list of this app's own, beside the five of the portal. */
export const organizations = defineList({
  key: 'organizations',
  name: 'Organization List',
  labels: {
    singular: { en: 'Organization', el: 'Φορέας' },
    plural: { en: 'Organizations', el: 'Φορείς' },
  },
  fields: {
    title: field.text({ label: { en: 'Title', el: 'Τίτλος' }, required: true }),
    slug: field.slug(),
    description: field.html({ nullable: true }),
    logo: field.image({ nullable: true, size: 'card' }),
    category: field.embedded(newsCategories, { nullable: true }),
    budget: field.number({ nullable: true }),
    active: field.flag({ defaultValue: true }),
  },
  defaultOrdering: 'title',
});

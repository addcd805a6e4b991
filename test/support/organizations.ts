import { defineList, field, newsCategories } from '../../endpoints/lists/index.ts';

/** A host's own list with a field of each type. */
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
    logo: field.image({ nullable: true }),
    category: field.embedded(newsCategories),
    others: field.embeddedMany(newsCategories),
    founded: field.timestamp(),
    closed: field.timestamp({ nullable: true }),
    modified: field.modified(),
    order: field.integer({ defaultValue: 1 }),
    budget: field.number({ nullable: true }),
    active: field.flag({ defaultValue: true }),
    links: field.rows({
      text: field.text({ required: true }),
      link: field.webAddress(),
      weight: field.number({ nullable: true }),
    }),
    anything: field.json(),
  },
  defaultOrdering: 'title',
  documentedOrderings: ['-title'],
});

const category = { id: 3, selected: true, title: 'Υπουργεία', slug: 'ypourgeia' };

/** An element in the format of a legacy system. */
export const organization = (id: number, more: object = {}) => ({
  id,
  title: `Φορέας ${id}`,
  slug: `foreas-${id}`,
  description: '<p class=old>α</p>',
  logo: 'https://legacy.example/media/logo.png',
  category,
  others: [{ id: 4, selected: false, title: 'Δήμοι', slug: 'dimoi' }, category],
  founded: '1833-04-06T10:00:00.123456Z',
  closed: null,
  modified: '2024-01-02T03:04:05Z',
  order: -2,
  budget: 0.30000000000000004,
  active: false,
  links: [
    { text: 'α', link: '/relative', weight: null },
    { text: '', link: 'https://a.example/', weight: 1.5 },
  ],
  anything: { b: [1, null], a: 'x' },
  ...more,
});

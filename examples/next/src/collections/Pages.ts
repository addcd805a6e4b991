import type { CollectionConfig } from 'payload';

/** Pages of the site, in its two languages. */
export const Pages: CollectionConfig = {
  slug: 'pages',
  admin: { useAsTitle: 'title' },
  access: { read: () => true },
  fields: [
    { name: 'title', type: 'text', localized: true, required: true },
    { name: 'body', type: 'textarea', localized: true },
  ],
};

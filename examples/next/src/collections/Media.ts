import type { CollectionConfig } from 'payload';

/** Images of the whole site. */
export const Media: CollectionConfig = {
  slug: 'media',
  access: { read: () => true },
  upload: { imageSizes: [{ name: 'card', width: 400, height: 300 }], mimeTypes: ['image/*'] },
  fields: [{ name: 'alt', type: 'text', required: true }],
};

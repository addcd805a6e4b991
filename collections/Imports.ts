import type { CollectionConfig } from 'payload';

/** What an import knows of its source: a fingerprint per imported element, and its last findings. */
export const Imports: CollectionConfig = {
  slug: 'portal-imports',
  access: { create: () => false, read: () => false, update: () => false, delete: () => false },
  admin: { hidden: true },
  lockDocuments: false,
  fields: [
    { name: 'key', type: 'text', required: true, unique: true, index: true },
    { name: 'fingerprint', type: 'textarea', required: true },
  ],
};

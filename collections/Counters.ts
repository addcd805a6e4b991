import type { CollectionConfig } from 'payload';

/** Numbers handed out one by one (`api_id` per list, link ranks). Nobody but this project reads or writes them. */
export const Counters: CollectionConfig = {
  slug: 'portal-counters',
  access: { create: () => false, read: () => false, update: () => false, delete: () => false },
  admin: { hidden: true },
  lockDocuments: false,
  fields: [
    { name: 'key', type: 'text', required: true, unique: true, index: true },
    { name: 'value', type: 'number', required: true },
  ],
};

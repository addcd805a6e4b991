import type { CollectionConfig, Field } from 'payload';

/** Rows by a key that this project alone reads and writes. */
function internal(slug: string, field: Field): CollectionConfig {
  const nobody = () => false;
  return {
    slug,
    access: { create: nobody, read: nobody, update: nobody, delete: nobody },
    admin: { hidden: true },
    lockDocuments: false,
    fields: [{ name: 'key', type: 'text', required: true, unique: true, index: true }, field],
  };
}

/** Numbers handed out one by one: `api_id` per list, link ranks. */
export const Counters = internal('portal-counters', { name: 'value', type: 'number', required: true });

/** What an import knows of its source: a fingerprint per imported element, and its last findings. */
export const Imports = internal('portal-imports', { name: 'fingerprint', type: 'textarea', required: true });

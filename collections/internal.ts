import type { CollectionConfig, Field } from 'payload';
import { noAccess } from './access/index.ts';

/** A collection of key-value rows without API access. */
function internal(slug: string, field: Field): CollectionConfig {
  return {
    slug,
    access: noAccess,
    admin: { hidden: true },
    lockDocuments: false,
    fields: [{ name: 'key', type: 'text', required: true, unique: true, index: true }, field],
  };
}

/** The last numbers given: `api_id` per list, link ranks. */
export const Counters = internal('portal-counters', { name: 'value', type: 'number', required: true });

/** The state of imports: a fingerprint per imported element, and the findings of the last import. */
export const Imports = internal('portal-imports', { name: 'fingerprint', type: 'textarea', required: true });

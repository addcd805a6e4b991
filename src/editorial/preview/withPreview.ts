import type { CollectionConfig } from 'payload';
import { previewEndpoints } from './endpoints.ts';

/** Adds to the collection of a list what the portal will read: a button in the form, and its endpoints. */
export function withPreview(collection: CollectionConfig, timeZone: string): CollectionConfig {
  const { admin, endpoints } = collection;
  const { components } = admin ?? {};
  const button = { path: 'payload-portal-content/client#PortalPreview', clientProps: { timeZone } };
  const before = components?.edit?.beforeDocumentControls ?? [];
  return {
    ...collection,
    admin: {
      ...admin,
      components: {
        ...components,
        edit: { ...components?.edit, beforeDocumentControls: [...before, button] },
      },
    },
    endpoints: [...previewEndpoints(collection.slug), ...(endpoints || [])],
  };
}

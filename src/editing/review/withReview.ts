import type { CollectionConfig } from 'payload';
import { withAdmin } from '../withAdmin.ts';

/** Adds the buttons for approval and for looking again to the form of a list's collection. */
export function withReview(collection: CollectionConfig, timeZone: string): CollectionConfig {
  const { admin, versions } = collection;
  if (typeof versions !== 'object' || !versions.drafts) return collection;
  const button = { path: 'payload-portal-content/client#Review', clientProps: { timeZone } };
  const components = { edit: { beforeDocumentControls: [button] } };
  return { ...collection, admin: withAdmin(admin, { components }) };
}

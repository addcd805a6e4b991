import type { CollectionConfig } from 'payload';

/** Adds the buttons for approval and for looking again to the form of a list's collection. */
export function withReview(collection: CollectionConfig, timeZone: string): CollectionConfig {
  const { admin, versions } = collection;
  if (typeof versions !== 'object' || !versions.drafts) return collection;
  const { components } = admin ?? {};
  const button = { path: 'payload-portal-content/client#Review', clientProps: { timeZone } };
  const beforeDocumentControls = [...(components?.edit?.beforeDocumentControls ?? []), button];
  return {
    ...collection,
    admin: { ...admin, components: { ...components, edit: { ...components?.edit, beforeDocumentControls } } },
  };
}

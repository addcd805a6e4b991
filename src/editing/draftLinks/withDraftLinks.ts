import type { CollectionConfig } from 'payload';
import { draftLinkEndpoints } from './endpoints.ts';

/** Adds links that show a draft to the collection of a list: a button in the form, and its endpoints. */
export function withDraftLinks(collection: CollectionConfig, timeZone: string): CollectionConfig {
  const { admin, endpoints, slug, versions } = collection;
  if (typeof versions !== 'object' || !versions.drafts) return collection;
  const { components } = admin ?? {};
  const button = { path: 'payload-portal-content/client#DraftLinks', clientProps: { timeZone } };
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
    endpoints: [...draftLinkEndpoints(slug), ...(endpoints || [])],
  };
}

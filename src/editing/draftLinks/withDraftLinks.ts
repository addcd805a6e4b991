import type { CollectionConfig } from 'payload';
import { withAdmin } from '../withAdmin.ts';
import { draftLinkEndpoints } from './endpoints.ts';

/** Adds links that show a draft to the collection of a list: a button in the form, and its endpoints. */
export function withDraftLinks(collection: CollectionConfig, timeZone: string): CollectionConfig {
  const { admin, endpoints, slug, versions } = collection;
  if (typeof versions !== 'object' || !versions.drafts) return collection;
  const button = { path: 'payload-portal-content/client#DraftLinks', clientProps: { timeZone } };
  const components = { edit: { beforeDocumentControls: [button] } };
  return {
    ...collection,
    admin: withAdmin(admin, { components }),
    endpoints: [...draftLinkEndpoints(slug), ...(endpoints || [])],
  };
}

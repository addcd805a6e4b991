import type { CollectionConfig } from 'payload';
import { withAdmin } from '../withAdmin.ts';
import { plannedEndpoints } from './endpoints.ts';
import { readOnlyWhilePlanned } from './hooks.ts';

/** True if the documents of a collection can be planned: its drafts have Payload's `schedulePublish`. */
export function isPlanned({ versions }: Pick<CollectionConfig, 'versions'>): boolean {
  const drafts = typeof versions === 'object' ? versions.drafts : undefined;
  return typeof drafts === 'object' && Boolean(drafts.schedulePublish);
}

/**
 * Replaces Payload's scheduled publishing by this project's planning, if the collection {@link isPlanned}. The hooks are in
 * `plugin/hooks.ts`.
 */
export function withScheduling(collection: CollectionConfig, timeZone: string): CollectionConfig {
  if (!isPlanned(collection)) return collection;
  const { access, admin, slug, versions } = collection;
  const { drafts } = versions as { drafts: object };
  const Planned = { path: 'payload-portal-content/client#Planned', clientProps: { timeZone } };
  const components = { edit: { beforeDocumentControls: [Planned] } };
  return {
    ...collection,
    versions: { ...(versions as object), drafts: { ...drafts, schedulePublish: false } },
    access: { ...access, update: readOnlyWhilePlanned(slug, access?.update) },
    admin: withAdmin(admin, { components }),
    endpoints: [...plannedEndpoints(slug), ...(collection.endpoints || [])],
  };
}

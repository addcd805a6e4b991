import type { CollectionConfig } from 'payload';
import { plannedEndpoints } from './endpoints.ts';
import {
  dropPlanned,
  dropPlannedOfTrashed,
  readOnlyWhilePlanned,
  refuseAuthorsWhilePlanned,
} from './hooks.ts';

/**
 * Replaces Payload's scheduled publishing by this project's planning, if the collection's drafts have `schedulePublish`.
 */
export function withScheduling(collection: CollectionConfig, timeZone: string): CollectionConfig {
  const { access, admin, hooks, slug, versions } = collection;
  const drafts = typeof versions === 'object' ? versions.drafts : undefined;
  if (typeof drafts !== 'object' || !drafts.schedulePublish) return collection;
  const { components } = admin ?? {};
  const Planned = { path: 'payload-portal-content/client#Planned', clientProps: { timeZone } };
  const before = components?.edit?.beforeDocumentControls ?? [];
  return {
    ...collection,
    versions: { ...(versions as object), drafts: { ...drafts, schedulePublish: false } },
    access: { ...access, update: readOnlyWhilePlanned(slug, access?.update) },
    admin: {
      ...admin,
      components: {
        ...components,
        edit: { ...components?.edit, beforeDocumentControls: [...before, Planned] },
      },
    },
    endpoints: [...plannedEndpoints(slug), ...(collection.endpoints || [])],
    hooks: {
      ...hooks,
      beforeChange: [refuseAuthorsWhilePlanned, ...(hooks?.beforeChange ?? [])],
      afterChange: [...(hooks?.afterChange ?? []), dropPlannedOfTrashed],
      afterDelete: [...(hooks?.afterDelete ?? []), dropPlanned],
    },
  };
}

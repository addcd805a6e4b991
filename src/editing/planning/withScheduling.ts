import type { CollectionConfig } from 'payload';
import type { Addition } from '../withAdditions.ts';
import { plannedEndpoints } from './endpoints.ts';
import { readOnlyWhilePlanned } from './hooks.ts';

/** True if the documents of a collection can be planned: its drafts have Payload's `schedulePublish`. */
export function isPlanned({ versions }: Pick<CollectionConfig, 'versions'>): boolean {
  const drafts = typeof versions === 'object' ? versions.drafts : undefined;
  return typeof drafts === 'object' && Boolean(drafts.schedulePublish);
}

/**
 * This project's planning in place of Payload's scheduled publishing, for a collection that {@link isPlanned}. The hooks are in
 * `plugin/hooks.ts`.
 */
export function planningOf({ access, slug, versions }: CollectionConfig): Addition {
  const { drafts } = versions as { drafts: object };
  return {
    versions: { ...(versions as object), drafts: { ...drafts, schedulePublish: false } },
    access: { ...access, update: readOnlyWhilePlanned(slug, access?.update) },
    controls: ['payload-portal-content/client#Planned'],
    endpoints: plannedEndpoints(slug),
  };
}

import type { CollectionSlug, PayloadRequest } from 'payload';
import { PUBLISHERS } from '../../../collections/policies/may.ts';
import { portalOf } from '../../../collections/portal/portal.ts';

export interface Person {
  id: string;
  name: string;
}

/** Who publishes, 200 at most; nobody where the users are not the plugin's own. */
export async function publishersOf({ payload }: Pick<PayloadRequest, 'payload'>): Promise<Person[]> {
  const { users } = portalOf(payload.config);
  if (users === undefined) return [];
  const { docs } = await payload.find({
    collection: users as CollectionSlug,
    depth: 0,
    overrideAccess: true,
    limit: 200,
    pagination: false,
    select: { name: true, email: true } as never,
    sort: 'name',
    where: PUBLISHERS,
  });
  return (docs as unknown as { id: unknown; name?: string }[]).map(({ id, name }) => ({
    id: String(id),
    name: name ?? '',
  }));
}

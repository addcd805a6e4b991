import type { BasePayload, CollectionSlug } from 'payload';

/**
 * Gives back jobs of a task that a server left undone when it was killed. Payload 3.90 marks what it takes up, and never takes
 * up what is marked.
 *
 * Upstream: payloadcms/payload#17645; #17220 gives jobs leases in Payload 4.
 * Depends on it: that what was planned is carried out although a server died over it.
 * @param startedBefore milliseconds since 1970
 */
export async function giveBackJobs(
  { db }: BasePayload,
  taskSlug: string,
  startedBefore: number,
): Promise<void> {
  await db.updateMany({
    collection: 'payload-jobs' as CollectionSlug,
    data: { processing: false },
    returning: false,
    where: {
      and: [
        { processing: { equals: true } },
        { taskSlug: { equals: taskSlug } },
        { updatedAt: { less_than: new Date(startedBefore).toISOString() } },
      ],
    },
  });
}

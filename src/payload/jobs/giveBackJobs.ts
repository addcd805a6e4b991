import type { BasePayload, CollectionSlug } from 'payload';

/**
 * Resets jobs of a task that were interrupted by the end of a server. Payload 3.90 marks a job as processing when it starts,
 * and never starts a marked job.
 *
 * Upstream: payloadcms/payload#17645; #17220 gives jobs leases in Payload 4.
 * Needed for: scheduled changes that are carried out after a crash.
 * @param startedBefore resets jobs that started before this time, in milliseconds since 1970
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

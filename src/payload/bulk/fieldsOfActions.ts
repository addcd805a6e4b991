/** Fields of Payload's own that it leaves out of its form for bulk edits, and sends with bulk actions. */
export const FIELDS_OF_ACTIONS: readonly string[] = ['_status', 'createdAt', 'updatedAt', 'deletedAt'];

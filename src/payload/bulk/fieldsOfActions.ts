/** Payload's own fields that its bulk edit form leaves out, but that bulk actions send. */
export const FIELDS_OF_ACTIONS: readonly string[] = ['_status', 'createdAt', 'updatedAt', 'deletedAt'];

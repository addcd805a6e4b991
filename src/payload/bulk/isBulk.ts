import type { Where } from 'payload';

/** Whether an operation changes or deletes the documents that a query finds, however many, and not a given one. */
export function isBulk(operation: string, args: object): boolean {
  const { id } = args as { id?: number | string };
  return id === undefined && (operation === 'update' || operation === 'delete');
}

/** Whether a query is about documents that it names. */
export function namesIds({ id, and }: Where): boolean {
  if (id && typeof id === 'object' && ('in' in id || 'equals' in id)) return true;
  return Array.isArray(and) && and.some(namesIds);
}

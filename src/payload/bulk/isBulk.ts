import type { Where } from 'payload';

/** True if an operation changes or deletes all documents that match a query, and not one document by id. */
export function isBulk(operation: string, args: object): boolean {
  const { id } = args as { id?: number | string };
  return id === undefined && (operation === 'update' || operation === 'delete');
}

/** True if a query names documents by id. */
export function namesIds({ id, and }: Where): boolean {
  if (id && typeof id === 'object' && ('in' in id || 'equals' in id)) return true;
  return Array.isArray(and) && and.some(namesIds);
}

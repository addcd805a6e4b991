import type { CollectionBeforeOperationHook } from 'payload';

/**
 * A copy is a draft unless its status is given. Payload gives it that of the original, and asks for the right to create
 * before it does: authors could publish by copying.
 */
export const draftDuplicate: CollectionBeforeOperationHook = ({
  args,
  collection,
  operation,
  overrideAccess,
}) => {
  const { data, duplicateFromID } = args as { data?: object; duplicateFromID?: unknown };
  if (operation !== 'create' || overrideAccess || (duplicateFromID ?? undefined) === undefined) return args;
  return collection.versions?.drafts ? { ...args, data: { _status: 'draft', ...data } } : args;
};

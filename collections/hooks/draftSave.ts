import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload';

const CONTEXT_KEY = 'portalDraftArgument';

/** Remembers whether an operation was asked for as a draft: the hooks that come later are not told. */
export const rememberDraftArgument: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' || operation === 'update' || operation === 'restoreVersion') {
    req.context[CONTEXT_KEY] = Boolean((args as { draft?: boolean }).draft);
  }
};

/** A save that leaves the main document alone (Payload: asked for as a draft, and not publishing). */
export function isDraftSave(req: PayloadRequest, data: Record<string, unknown>): boolean {
  if (!req.context[CONTEXT_KEY]) return false;
  return Boolean(req.context.isRestoringVersion) || data._status !== 'published';
}

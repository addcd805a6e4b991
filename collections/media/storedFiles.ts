import type {
  AfterErrorHook,
  BasePayload,
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeDeleteHook,
  PayloadRequest,
} from 'payload';
import { release } from '../../src/database/counter.ts';
import { whenCommitted } from '../../src/payload/database/transactions.ts';
import { describeError } from '../../src/system/logging/describeError.ts';
import { filesOf, imageStore, type StoredFiles } from '../access/imageFiles.ts';
import { MEDIA, slugOfKind } from '../portal/portal.ts';

/** What a save has written and claimed. */
interface NewFiles {
  paths: string[];
  /** The keys of {@link claim}. */
  claimed: string[];
}

const NEW = 'portalNewFiles';
const DELETED = 'portalDeletedFiles';

/** The new files of the saves of a request, by the key of their paths. */
function newFilesOf({ context }: Pick<PayloadRequest, 'context'>): Map<string, NewFiles> {
  context[NEW] ??= new Map();
  return context[NEW] as Map<string, NewFiles>;
}

/** Notes that a save begins to write files. @returns what to add to */
export function noteNewFiles(req: PayloadRequest, key: string): NewFiles {
  const files: NewFiles = { paths: [], claimed: [] };
  newFilesOf(req).set(key, files);
  return files;
}

/** After the commit, removes what the document's new files replace, and gives their names back, which it has by now. */
export const removeReplaced: CollectionAfterChangeHook = async ({ data, doc, previousDoc, req }) => {
  const key = String(data.file_key);
  const files = newFilesOf(req).get(key);
  if (!files) return doc;
  await onCommit(req, async () => {
    newFilesOf(req).delete(key);
    await release(req.payload, files.claimed, undefined);
    await remove(req.payload, pathsOf(previousDoc));
  });
  return doc;
};

/** Notes the files of a document that is about to be deleted. */
export const noteDeleted: CollectionBeforeDeleteHook = async ({ collection, id, req }) => {
  const where = { id: { equals: id } };
  const doc = await req.payload.db.findOne<StoredFiles & { id: string }>({
    collection: collection.slug,
    req,
    where,
  });
  req.context[DELETED] = { ...(req.context[DELETED] as object), [id]: pathsOf(doc ?? {}) };
};

/** After the commit, removes the files of a deleted document. */
export const removeDeleted: CollectionAfterDeleteHook = async ({ id, req }) => {
  const paths = (req.context[DELETED] as Record<string, string[]> | undefined)?.[id] ?? [];
  await onCommit(req, () => remove(req.payload, paths));
};

/** Removes what failed saves of a request have written, and gives their names back. */
export async function dropFilesOf(req: PayloadRequest): Promise<void> {
  for (const [key, { claimed, paths }] of newFilesOf(req)) {
    newFilesOf(req).delete(key);
    await logged(req, async () => {
      await release(req.payload, claimed, undefined);
      const where = { file_key: { equals: key } };
      // Without transactions, a hook may have failed after the document was written.
      if (!(await req.payload.db.findOne({ collection: slugOfKind(req.payload, MEDIA), where })))
        await remove(req.payload, paths);
    });
  }
}

export const dropFiles: AfterErrorHook = ({ req }) => dropFilesOf(req);

const pathsOf = (doc: StoredFiles) => filesOf(doc).map(({ path }) => path);

async function remove(payload: BasePayload, paths: readonly string[]): Promise<void> {
  for (const path of paths) await imageStore(payload).remove(path);
}

const onCommit = (req: PayloadRequest, step: () => Promise<void>) =>
  whenCommitted(req, () => logged(req, step));

/** What does not succeed leaves a file that nothing names: no reason to fail. */
async function logged({ payload }: PayloadRequest, step: () => Promise<void>): Promise<void> {
  await step().catch((error: unknown) => {
    payload.logger.error(`A file that no document has any more was not removed. ${describeError(error)}`);
  });
}

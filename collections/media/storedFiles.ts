import type {
  AfterErrorHook,
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  PayloadRequest,
} from 'payload';
import { whenCommitted } from '../../src/payload/database/transactions.ts';
import { describeError } from '../../src/system/logging/describeError.ts';
import { imageStore, mediaSlug, whereFile } from '../access/imageFiles.ts';
import { releaseNames } from './fileNames.ts';

/** A file that a save writes. */
export interface NewFile {
  name: string;
  bytes: Buffer;
  /** Whether a document has it already, so that it is replaced once the save is committed. */
  isReplaced: boolean;
}

/** The files of one save. */
export interface FilesOfSave {
  written: NewFile[];
  /** Names of files that the document has no more. */
  removed: string[];
  /** Names that were claimed for this save. */
  claimed: string[];
  /** Under which names those that replace others are until they are put in their places. */
  waiting: { from: string; to: string }[];
}

/** The document's names of files, as it is stored. */
export interface NamesOfFiles {
  filename?: string | null;
  sizes?: Record<string, { filename?: string | null } | null> | null;
}

export function namesOfFiles({ filename, sizes }: NamesOfFiles): string[] {
  const ofSizes = Object.values(sizes ?? {}).map((size) => size?.filename);
  return [filename, ...ofSizes].filter((name): name is string => typeof name === 'string' && name !== '');
}

const KEY = 'portalFiles';

/** The files of the saves of a request, by the name of the document's file, or of a deletion by the document's id. */
function savesOf({ context }: Pick<PayloadRequest, 'context'>): Map<string, FilesOfSave> {
  context[KEY] ??= new Map();
  return context[KEY] as Map<string, FilesOfSave>;
}

/** Notes what a save is to write, until {@link writeFiles}. */
export function noteFiles(req: PayloadRequest, filename: string, files: Omit<FilesOfSave, 'waiting'>): void {
  savesOf(req).set(filename, { ...files, waiting: [] });
}

const onCommit = (req: PayloadRequest, step: () => Promise<void>): Promise<void> =>
  whenCommitted(req, () =>
    step().catch((error: unknown) => {
      req.payload.logger.error(`A file was not put in its place. ${describeError(error)}`);
    }),
  );

/**
 * Writes the files of a save, whole or not at all. Those that replace others wait beside them for the commit. Runs last before the
 * write of the document.
 */
export const writeFiles: CollectionBeforeChangeHook = async ({ data, req }) => {
  const save = savesOf(req).get(String(data.filename));
  if (!save) return data;
  const files = imageStore(req.payload);
  await files.removeAbandoned();
  for (const { name, bytes, isReplaced } of save.written) {
    if (isReplaced) save.waiting.push({ from: await files.stage(bytes), to: name });
    else await files.write(name, bytes);
  }
  return data;
};

/** After the commit, puts files that replace others in their places, and removes what the document has no more. */
export const placeFiles: CollectionAfterChangeHook = async ({ data, doc, req }) => {
  const saves = savesOf(req);
  // The document may have the selected fields only.
  const save = saves.get(String(data.filename));
  if (!save) return doc;
  await onCommit(req, async () => {
    saves.delete(String(data.filename));
    try {
      for (const { from, to } of save.waiting) await imageStore(req.payload).move(from, to);
      await removeFiles(req, save.removed);
    } finally {
      await releaseNames(req.payload, save.claimed);
    }
  });
  return doc;
};

/** Notes the files of a document that is about to be deleted. */
export const noteDeleted: CollectionBeforeDeleteHook = async ({ collection, id, req }) => {
  const where = { id: { equals: id } };
  const doc = await req.payload.db.findOne<NamesOfFiles & { id: string }>({
    collection: collection.slug,
    req,
    where,
  });
  const removed = namesOfFiles(doc ?? {});
  savesOf(req).set(keyOfDeletion(id), { written: [], removed, claimed: [], waiting: [] });
};

/** After the commit, removes the files of a deleted document. */
export const removeDeleted: CollectionAfterDeleteHook = async ({ id, req }) => {
  const saves = savesOf(req);
  const save = saves.get(keyOfDeletion(id));
  if (save) await onCommit(req, () => removeFiles(req, save.removed));
  saves.delete(keyOfDeletion(id));
};

/** No file has such a name. */
const keyOfDeletion = (id: number | string) => `/${id}`;

async function removeFiles({ payload }: PayloadRequest, names: readonly string[]): Promise<void> {
  const files = imageStore(payload);
  for (const name of names) await files.remove(name);
}

/** Removes what a failed save has written, and gives its names back. What does not succeed is logged: it must not take the place of the error. */
export async function dropFilesOf(req: PayloadRequest): Promise<void> {
  const saves = savesOf(req);
  const { logger } = req.payload;
  for (const [filename, save] of saves) {
    saves.delete(filename);
    await removeWritten(req, save).catch((error: unknown) => {
      logger.error(`What a failed save has written was not removed. ${describeError(error)}`);
    });
    await releaseNames(req.payload, save.claimed).catch((error: unknown) => {
      logger.error(`The file names of a failed save are not free yet. ${describeError(error)}`);
    });
  }
}

async function removeWritten(req: PayloadRequest, { written, waiting }: FilesOfSave): Promise<void> {
  const slug = mediaSlug(req.payload);
  const collection = req.payload.collections[slug]?.config;
  await removeFiles(
    req,
    waiting.map(({ from }) => from),
  );
  for (const { name, isReplaced } of written) {
    // Without transactions, a hook may have failed after the document was written.
    const where = collection && whereFile(collection, name);
    const isKept = !where || (await req.payload.db.findOne({ collection: slug, where }));
    if (!isReplaced && !isKept) await removeFiles(req, [name]);
  }
}

export const dropFiles: AfterErrorHook = ({ req }) => dropFilesOf(req);

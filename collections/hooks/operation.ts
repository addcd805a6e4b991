import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload';

type Data = Record<string, unknown>;

/**
 * Payload tells only the first hook what a save was asked for. The answer travels in the data, because a request is shared
 * with whatever a host's hooks save meanwhile. No field can have this name.
 */
const MARK = 'portal:operation';

interface Mark {
  draft: boolean;
  /** The fields that were given, where the save moves a document into the trash or out of it. */
  moves?: string[];
}

const RESTORES = 'portalRestoresAsDraft';

/** The restores of a request, by document: whether they leave the main document alone. */
function restores({ context }: PayloadRequest): Map<string, boolean> {
  context[RESTORES] ??= new Map<string, boolean>();
  return context[RESTORES] as Map<string, boolean>;
}

interface OperationArgs {
  id?: number | string;
  data?: Data;
  draft?: boolean;
  trash?: boolean;
}

/** Whether an update moves documents into the trash, or may find some there to take out. */
function movesTrash({ trash: hasTrash }: { trash: boolean }, { data, trash }: OperationArgs): boolean {
  if (!hasTrash || !data || !('deletedAt' in data)) return false;
  return Boolean(data.deletedAt) || trash === true;
}

/** Notes whether an operation was asked for as a draft, for {@link readOperation}. */
export const noteOperation: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  const { id, data, draft = false } = args as OperationArgs;
  if (operation === 'create' || operation === 'update') {
    // What is no object is Payload's to refuse.
    if (Object.prototype.toString.call(data) !== '[object Object]') return args;
    const isMove = operation === 'update' && movesTrash(collection, args as OperationArgs);
    // Half of a document can't be in the trash, so a move is never a draft.
    const mark: Mark = isMove ? { draft: false, moves: Object.keys(data ?? {}) } : { draft };
    return { ...args, ...(isMove && { draft: false }), data: { ...data, [MARK]: mark } };
  }
  if (operation !== 'restoreVersion') return args;
  // A restored version brings data of its own.
  const where = { id: { equals: id } };
  const { docs } = await req.payload.db.findVersions({ collection: collection.slug, limit: 1, req, where });
  if (docs[0]) restores(req).set(`${collection.slug} ${docs[0].parent}`, draft);
  return args;
};

/** What kind of save it is. */
export interface Operation {
  /** Leaves the main document alone. */
  draft: boolean;
  /** The data is a stored version. */
  restored: boolean;
  /** The fields that were given, where it moves the document into the trash or out of it. */
  moves?: string[] | undefined;
}

/**
 * Whether an update leaves alone what is published. Asked without a save, as for the buttons of a form, the status tells.
 * @param data of the update; undefined where there is none
 */
export function writesDraftOnly(req: PayloadRequest, data: Data | undefined): boolean {
  if (data?._status === 'published') return false;
  const mark = data?.[MARK] as Mark | undefined;
  // What a form asks of a document that is in the trash.
  if (!mark && data?.deletedAt) return false;
  return mark?.draft ?? ![...restores(req).values()].includes(false);
}

/** Whether an update moves something into the trash or out of it; asked without a save, whether it is there. */
export function movesInTrash(data: Data | undefined): boolean {
  const mark = data?.[MARK] as Mark | undefined;
  return mark ? mark.moves !== undefined : Boolean(data?.deletedAt);
}

/** Takes what was noted of a save out of its data. */
export function readOperation(req: PayloadRequest, collection: string, data: Data, id: unknown): Operation {
  const mark = data[MARK] as Mark | undefined;
  delete data[MARK];
  // As Payload has it: publishing is never a draft.
  if (mark) {
    return { draft: mark.draft && data._status !== 'published', restored: false, moves: mark.moves };
  }
  const restored = Boolean(req.context.isRestoringVersion);
  return { draft: restored && restores(req).get(`${collection} ${id}`) === true, restored };
}

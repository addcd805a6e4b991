import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload';

type Data = Record<string, unknown>;

/** What is noted of a save in its data. */
interface Mark {
  draft: boolean;
  autosave: boolean;
  withdraws: boolean;
  /** The fields that were given, where the save moves a document into the trash or out of it. */
  moves?: string[];
}

const SAVE: Mark = { draft: false, autosave: false, withdraws: false };

/**
 * Payload tells only the first hook how a save was asked for. The answer travels in the data, because a request is shared
 * with whatever a host's hooks save meanwhile. No field can have this name.
 */
const MARK = 'portal:save';

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
  unpublishAllLocales?: boolean | string;
  autosave?: boolean;
  trash?: boolean;
}

/** Whether an update moves documents into the trash, or may find some there to take out. */
function movesTrash({ trash: hasTrash }: { trash: boolean }, { data, trash }: OperationArgs): boolean {
  if (!hasTrash || !data || !('deletedAt' in data)) return false;
  return Boolean(data.deletedAt) || trash === true;
}

/** Notes how an operation was asked for, for {@link readOperation}. */
export const noteOperation: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  const { id, data, draft = false, autosave = false } = args as OperationArgs;
  if (operation === 'create' || operation === 'update') {
    // What is no object is Payload's to refuse.
    if (Object.prototype.toString.call(data) !== '[object Object]') return args;
    // Half of a document can't be in the trash, so a move is never a draft.
    if (operation === 'update' && movesTrash(collection, args as OperationArgs)) {
      const mark: Mark = { ...SAVE, moves: Object.keys(data ?? {}) };
      return { ...args, draft: false, data: { ...data, [MARK]: mark } };
    }
    const withdraws = operation === 'update' && isWithdrawal(args, req);
    const mark: Mark = { draft, autosave, withdraws };
    // As its own button asks for it: then Payload does not validate a newer draft, which may be incomplete.
    return {
      ...args,
      data: { ...data, [MARK]: mark },
      ...(withdraws && { unpublishAllLocales: true }),
    };
  }
  if (operation !== 'restoreVersion') return args;
  // A restored version brings data of its own.
  const where = { id: { equals: id } };
  const { docs } = await req.payload.db.findVersions({ collection: collection.slug, limit: 1, req, where });
  if (docs[0]) restores(req).set(`${collection.slug} ${docs[0].parent}`, draft);
  return args;
};

/** Whether nothing is asked for but that a document be no longer published. */
function isWithdrawal({ data, draft, unpublishAllLocales }: OperationArgs, req: PayloadRequest): boolean {
  if (String(unpublishAllLocales) === 'true') return true;
  // Where a host has languages, it may be one of them.
  if (draft || req.payload.config.localization) return false;
  return Object.keys(data ?? {}).join() === '_status' && data?._status === 'draft';
}

/** What kind of save it is. */
export interface Operation {
  /** Leaves the main document alone. */
  draft: boolean;
  /** A draft that the admin saves by itself. */
  autosave: boolean;
  /** The data is a stored version. */
  restored: boolean;
  /** Nothing is asked for but that the document be no longer published. */
  withdraws: boolean;
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

/** Whether an update moves something into the trash and changes nothing else. */
export function onlyTrashes(data: Data | undefined): boolean {
  const { moves } = (data?.[MARK] as Mark | undefined) ?? {};
  return moves?.join() === 'deletedAt' && Boolean(data?.deletedAt);
}

/** Takes what was noted of a save out of its data. */
export function readOperation(req: PayloadRequest, collection: string, data: Data, id: unknown): Operation {
  const mark = data[MARK] as Mark | undefined;
  delete data[MARK];
  if (mark) {
    // As Payload has it: publishing is never a draft.
    const draft = mark.draft && data._status !== 'published';
    return { ...mark, draft, autosave: draft && mark.autosave, restored: false };
  }
  const restored = Boolean(req.context.isRestoringVersion);
  const draft = restored && restores(req).get(`${collection} ${id}`) === true;
  return { ...SAVE, draft, restored };
}

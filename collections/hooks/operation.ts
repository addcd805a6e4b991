import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload';

type Data = Record<string, unknown>;

/** What is noted of a save in its data. */
interface Mark {
  draft: boolean;
  withdraws: boolean;
}

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
}

/** Notes how an operation was asked for, for {@link readOperation}. */
export const noteOperation: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  const { id, data, draft = false } = args as OperationArgs;
  if (operation === 'create' || operation === 'update') {
    // What is no object is Payload's to refuse.
    if (Object.prototype.toString.call(data) !== '[object Object]') return args;
    const withdraws = operation === 'update' && isWithdrawal(args, req);
    const mark: Mark = { draft, withdraws };
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
  /** The data is a stored version. */
  restored: boolean;
  /** Nothing is asked for but that the document be no longer published. */
  withdraws: boolean;
}

/**
 * Whether an update leaves alone what is published. Asked without a save, as for the buttons of a form, the status tells.
 * @param data of the update; undefined where there is none
 */
export function writesDraftOnly(req: PayloadRequest, data: Data | undefined): boolean {
  if (data?._status === 'published') return false;
  const { draft } = (data?.[MARK] ?? {}) as Partial<Mark>;
  return draft ?? ![...restores(req).values()].includes(false);
}

/** Takes what was noted of a save out of its data. */
export function readOperation(req: PayloadRequest, collection: string, data: Data, id: unknown): Operation {
  const mark = data[MARK] as Mark | undefined;
  delete data[MARK];
  // As Payload has it: publishing is never a draft.
  if (mark) return { ...mark, draft: mark.draft && data._status !== 'published', restored: false };
  const restored = Boolean(req.context.isRestoringVersion);
  const draft = restored && restores(req).get(`${collection} ${id}`) === true;
  return { draft, restored, withdraws: false };
}

import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload';

type Data = Record<string, unknown>;

/**
 * Payload tells only the first hook whether a save was asked for as a draft. The answer travels in the data, because a
 * request is shared with whatever a host's hooks save meanwhile. No field can have this name.
 */
const MARK = 'portal:draft';

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
}

/** Notes whether an operation was asked for as a draft, for {@link readOperation}. */
export const noteOperation: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  const { id, data, draft = false } = args as OperationArgs;
  if (operation === 'create' || operation === 'update') {
    // What is no object is Payload's to refuse.
    return Object.prototype.toString.call(data) === '[object Object]'
      ? { ...args, data: { ...data, [MARK]: draft } }
      : args;
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
}

/**
 * Whether an update leaves alone what is published. Asked without a save, as for the buttons of a form, the status tells.
 * @param data of the update; undefined where there is none
 */
export function writesDraftOnly(req: PayloadRequest, data: Data | undefined): boolean {
  if (data?._status === 'published') return false;
  const draft = data?.[MARK] as boolean | undefined;
  return draft ?? ![...restores(req).values()].includes(false);
}

/** Takes what was noted of a save out of its data. */
export function readOperation(req: PayloadRequest, collection: string, data: Data, id: unknown): Operation {
  const draft = data[MARK];
  delete data[MARK];
  // As Payload has it: publishing is never a draft.
  if (draft !== undefined) return { draft: draft === true && data._status !== 'published', restored: false };
  const restored = Boolean(req.context.isRestoringVersion);
  return { draft: restored && restores(req).get(`${collection} ${id}`) === true, restored };
}

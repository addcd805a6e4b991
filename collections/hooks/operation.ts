import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload';

type Data = Record<string, unknown>;

/**
 * Payload tells only the first hook whether a save was asked for as a draft. The answer travels in the data, because a
 * request is shared with whatever a host's hooks save meanwhile. No field can have this name.
 */
const MARK = 'portal:draft';
const AUTOSAVE = 'portal:autosave';

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
  autosave?: boolean;
}

/** Notes whether an operation was asked for as a draft, for {@link readOperation}. */
export const noteOperation: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  const { id, data, draft = false, autosave = false } = args as OperationArgs;
  if (operation === 'create' || operation === 'update') {
    // What is no object is Payload's to refuse.
    return Object.prototype.toString.call(data) === '[object Object]'
      ? { ...args, data: { ...data, [MARK]: draft, [AUTOSAVE]: autosave } }
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
  /** A draft that the admin saves by itself. */
  autosave: boolean;
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
  const { [MARK]: asked, [AUTOSAVE]: autosaves } = data;
  delete data[MARK];
  delete data[AUTOSAVE];
  if (asked !== undefined) {
    // As Payload has it: publishing is never a draft.
    const draft = asked === true && data._status !== 'published';
    return { draft, autosave: draft && autosaves === true, restored: false };
  }
  const restored = Boolean(req.context.isRestoringVersion);
  const draft = restored && restores(req).get(`${collection} ${id}`) === true;
  return { draft, autosave: false, restored };
}

import type { CollectionBeforeOperationHook, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { type Asked, allNotes, askedOf, noteOf, takeTicket, withTicket } from './note.ts';

type Data = Record<string, unknown>;

interface OperationArgs {
  id?: number | string;
  data?: Data;
  draft?: boolean;
  unpublishAllLocales?: boolean | string;
  autosave?: boolean;
  trash?: boolean;
  duplicateFromID?: number | string | null;
}

const SAVE: Asked = { draft: false, autosave: false, withdraws: false };

/** Notes how an operation was asked for, which Payload tells only the first hook. */
export const noteOperation: CollectionBeforeOperationHook = async ({
  args,
  collection,
  operation,
  overrideAccess,
  req,
}) => {
  if (operation === 'restoreVersion') return noteRestore(req, collection, args);
  if (operation !== 'create' && operation !== 'update') return args;
  const given: OperationArgs = args;
  const data = operation === 'create' && !overrideAccess ? copied(given, collection) : given.data;
  // What is no object is Payload's to refuse.
  if (Object.prototype.toString.call(data) !== '[object Object]') return args;
  if (operation === 'update' && movesTrash(collection, given)) {
    // Half of a document can't be in the trash, so a move is never a draft.
    const moves = Object.keys(data ?? {});
    return { ...args, draft: false, data: withTicket(req, data, { ...SAVE, moves }) };
  }
  const { draft = false, autosave = false } = given;
  const withdraws = operation === 'update' && isWithdrawal(given, req);
  return {
    ...args,
    data: withTicket(req, data, { draft, autosave, withdraws }),
    // As its own button asks for it: then Payload does not validate a newer draft, which may be incomplete.
    ...(withdraws && { unpublishAllLocales: true }),
  };
};

/** A restored version brings data of its own. */
async function noteRestore<Args extends OperationArgs>(
  req: PayloadRequest,
  { slug }: SanitizedCollectionConfig,
  args: Args,
): Promise<Args> {
  const where = { id: { equals: args.id } };
  const { docs } = await req.payload.db.findVersions({ collection: slug, limit: 1, req, where });
  if (docs[0]) noteOf(req, slug, docs[0].parent).restoresAsDraft = args.draft ?? false;
  return args;
}

/**
 * The data of a copy, which is a draft unless its status is given. Payload gives it that of the original, and asks for the
 * right to create before it does: authors could publish by copying.
 */
function copied(
  { data, duplicateFromID }: OperationArgs,
  { versions }: SanitizedCollectionConfig,
): Data | undefined {
  const isCopy = (duplicateFromID ?? undefined) !== undefined && Boolean(versions?.drafts);
  return isCopy ? { _status: 'draft', ...data } : data;
}

/** Whether an update moves documents into the trash, or may find some there to take out. */
function movesTrash({ trash: hasTrash }: { trash: boolean }, { data, trash }: OperationArgs): boolean {
  if (!hasTrash || !data || !('deletedAt' in data)) return false;
  return Boolean(data.deletedAt) || trash === true;
}

/** Whether nothing is asked for but that a document be no longer published. */
function isWithdrawal({ data, draft, unpublishAllLocales }: OperationArgs, req: PayloadRequest): boolean {
  if (String(unpublishAllLocales) === 'true') return true;
  // Where a host has languages, it may be one of them.
  if (draft || req.payload.config.localization) return false;
  return Object.keys(data ?? {}).join() === '_status' && data?._status === 'draft';
}

/**
 * Whether an update leaves alone what is published. Asked without a save, as for the buttons of a form, the status tells.
 * @param data of the update; undefined where there is none
 */
export function writesDraftOnly(req: PayloadRequest, data: Data | undefined): boolean {
  if (data?._status === 'published') return false;
  const asked = askedOf(req, data);
  // What a form asks of a document that is in the trash.
  if (!asked && data?.deletedAt) return false;
  return asked?.draft ?? !allNotes(req).some(({ restoresAsDraft }) => restoresAsDraft === false);
}

/** Whether an update moves something into the trash or out of it; asked without a save, whether it is there. */
export function movesInTrash(req: PayloadRequest, data: Data | undefined): boolean {
  const asked = askedOf(req, data);
  return asked ? asked.moves !== undefined : Boolean(data?.deletedAt);
}

/** Whether an update moves something into the trash and changes nothing else. */
export function onlyTrashes(req: PayloadRequest, data: Data | undefined): boolean {
  return askedOf(req, data)?.moves?.join() === 'deletedAt' && Boolean(data?.deletedAt);
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

/** Says what kind of save it is, and takes its ticket out of its data. */
export function readOperation(
  req: PayloadRequest,
  collection: string,
  data: Data,
  id: number | string | undefined,
): Operation {
  const asked = takeTicket(req, data);
  if (asked) {
    // As Payload has it: publishing is never a draft.
    const draft = asked.draft && data._status !== 'published';
    return { ...asked, draft, autosave: draft && asked.autosave, restored: false };
  }
  const restored = Boolean(req.context.isRestoringVersion);
  const draft = restored && noteOf(req, collection, id).restoresAsDraft === true;
  return { ...SAVE, draft, restored };
}

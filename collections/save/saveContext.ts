import type { CollectionBeforeOperationHook, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import type { RawDocument } from '../portal/portal.ts';
import type { Base } from './sentBase.ts';

type Id = number | string | undefined;
type Data = Record<string, unknown>;

export interface SaveType {
  /** Does not change the main document. */
  draft: boolean;
  /** An automatic draft of the admin. */
  autosave: boolean;
  /** Only unpublishes the document. */
  withdraws: boolean;
  /** The data is a stored version. */
  restored: boolean;
  /** The fields that the request sets, if it moves the document into the trash or out of it. */
  moves?: string[];
}

/** State of one document during a save. */
export interface SaveContext {
  /** For a restored version: whether it is restored as a draft. */
  restoresAsDraft?: boolean;
  /** For an import: the data of the source by field. */
  source?: Data;
  /** Whether the save is a draft, beside what is published. */
  draft?: boolean;
  /** Whether the save is an automatic draft. */
  autosave?: boolean;
  /** Whether the save only unpublishes the document. */
  withdraws?: boolean;
  /** What the save is based on, if it says so. */
  base?: Base;
  /** The transaction in which the base of the save was judged, and that of the first write; '' without. See `base.ts`. */
  judgedIn?: string;
  writtenIn?: string;
  /** Comes with the first write, once nothing refuses the save any more, and may refuse it itself. */
  beforeWrite?: (() => Promise<void>) | undefined;
  /** The main document before the save, once it is read. */
  main?: { document: RawDocument | undefined };
  /** The portal settings, once the save has read them. */
  settings?: Data | undefined;
}

interface SaveContexts {
  /** The types of saves whose documents are not yet known. Tickets are their indexes. */
  types: SaveType[];
  /** By collection and id, since a request may save several documents, in bulk or in a host's hooks. */
  documents: Map<string, SaveContext>;
}

const KEY = 'portalSaves';

/** The key of a ticket in the data of a save, until its document is known. No field can have this name. */
const TICKET = 'portal:save';

function contextsOf({ context }: PayloadRequest): SaveContexts {
  context[KEY] ??= { types: [], documents: new Map() } satisfies SaveContexts;
  return context[KEY] as SaveContexts;
}

const keyOf = (collection: string | undefined, id: Id) => `${collection} ${id}`;

/** The context of the save of a document; a new one has no id. */
export function saveContextOf(req: PayloadRequest, collection: string | undefined, id: Id): SaveContext {
  const { documents } = contextsOf(req);
  const key = keyOf(collection, id);
  const made = documents.get(key) ?? {};
  documents.set(key, made);
  return made;
}

function saveContexts(req: PayloadRequest): SaveContext[] {
  return [...contextsOf(req).documents.values()];
}

/**
 * The request context for an import, with the save context of the document. Clients cannot set it.
 * @param source the data of the source by field
 */
export function importing(collection: string, id: Id, source: Data): Record<string, unknown> {
  return {
    [KEY]: { types: [], documents: new Map([[keyOf(collection, id), { source }]]) } satisfies SaveContexts,
  };
}

/** True in an import, also of a new document, whose context has no id yet. */
export function isImport(req: PayloadRequest): boolean {
  return saveContexts(req).some(({ source }) => source !== undefined);
}

/** Adds a ticket for the type of the save to its data. It overwrites a ticket sent by a client. */
function withTicket(req: PayloadRequest, data: object | undefined, type: SaveType): Data {
  return { ...data, [TICKET]: contextsOf(req).types.push(type) - 1 };
}

/** The type of the save with this data; undefined without a save and for a restored version. */
function saveTypeOf(req: PayloadRequest, data: Data | undefined): SaveType | undefined {
  return contextsOf(req).types[data?.[TICKET] as number];
}

interface OperationArgs {
  id?: number | string;
  data?: Data;
  draft?: boolean;
  unpublishAllLocales?: boolean | string;
  autosave?: boolean;
  trash?: boolean;
  duplicateFromID?: number | string | null;
}

const SAVE: SaveType = { draft: false, autosave: false, withdraws: false, restored: false };

/** Notes the type of a save. Only this hook gets the operation's arguments. */
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
  // Payload refuses data that is no object.
  if (Object.prototype.toString.call(data) !== '[object Object]') return args;
  if (operation === 'update' && movesTrash(collection, given)) {
    // A move into or out of the trash applies to the whole document, so it is never a draft.
    const moves = Object.keys(data ?? {});
    return { ...args, draft: false, data: withTicket(req, data, { ...SAVE, moves }) };
  }
  const { draft = false, autosave = false } = given;
  const withdraws = operation === 'update' && isWithdrawal(given, req);
  return {
    ...args,
    data: withTicket(req, data, { ...SAVE, draft, autosave, withdraws }),
    // As Payload's own button does: then Payload does not validate a newer draft, which may be incomplete.
    ...(withdraws && { unpublishAllLocales: true }),
  };
};

/** {@link noteOperation} for a host's own images: the operation stays as it is. */
export const noteHostsOperation: CollectionBeforeOperationHook = async (hook) => {
  const { data } = (await noteOperation({ ...hook, overrideAccess: true })) as OperationArgs;
  return data === undefined ? hook.args : { ...hook.args, data };
};

/** Notes whether a version is restored as a draft. Its data has no ticket. */
async function noteRestore<Args extends OperationArgs>(
  req: PayloadRequest,
  { slug }: SanitizedCollectionConfig,
  args: Args,
): Promise<Args> {
  const where = { id: { equals: args.id } };
  const { docs } = await req.payload.db.findVersions({ collection: slug, limit: 1, req, where });
  if (docs[0]) saveContextOf(req, slug, docs[0].parent).restoresAsDraft = args.draft ?? false;
  return args;
}

/**
 * The data of a duplicate, which is a draft unless its status is given. Payload copies the status only after it has checked
 * access, so authors could publish by duplicating.
 */
function copied(
  { data, duplicateFromID }: OperationArgs,
  { versions }: SanitizedCollectionConfig,
): Data | undefined {
  const isCopy = (duplicateFromID ?? undefined) !== undefined && Boolean(versions?.drafts);
  return isCopy ? { _status: 'draft', ...data } : data;
}

/** True if an update moves documents into the trash, or may restore some. */
function movesTrash({ trash: hasTrash }: { trash: boolean }, { data, trash }: OperationArgs): boolean {
  if (!hasTrash || !data || !('deletedAt' in data)) return false;
  return Boolean(data.deletedAt) || trash === true;
}

/** True if an update only unpublishes. */
function isWithdrawal({ data, draft, unpublishAllLocales }: OperationArgs, req: PayloadRequest): boolean {
  if (String(unpublishAllLocales) === 'true') return true;
  // With localization, it may concern one locale only.
  if (draft || req.payload.config.localization) return false;
  return Object.keys(data ?? {}).join() === '_status' && data?._status === 'draft';
}

/**
 * True if an update does not change the published document. Without a save, as for the buttons of a form, the status decides.
 * @param data the data of the update, if any
 */
export function writesDraftOnly(req: PayloadRequest, data: Data | undefined): boolean {
  if (data?._status === 'published') return false;
  const type = saveTypeOf(req, data);
  // A form that shows a document in the trash.
  if (!type && data?.deletedAt) return false;
  return type?.draft ?? !saveContexts(req).some(({ restoresAsDraft }) => restoresAsDraft === false);
}

/** True if access is asked for a save, and not, as for the form, for what the user may do. */
export function isSaving(req: PayloadRequest, data: Data | undefined): boolean {
  return (
    Boolean(saveTypeOf(req, data)) ||
    saveContexts(req).some(({ restoresAsDraft }) => restoresAsDraft !== undefined)
  );
}

/** True if an update moves a document into or out of the trash; without a save, if it is in the trash. */
export function movesInTrash(req: PayloadRequest, data: Data | undefined): boolean {
  const type = saveTypeOf(req, data);
  return type ? type.moves !== undefined : Boolean(data?.deletedAt);
}

/** True if an update only moves documents into the trash. */
export function onlyTrashes(req: PayloadRequest, data: Data | undefined): boolean {
  return saveTypeOf(req, data)?.moves?.join() === 'deletedAt' && Boolean(data?.deletedAt);
}

/** The type of a save. Removes the ticket from its data. */
export function readSaveType(
  req: PayloadRequest,
  collection: string,
  data: Data,
  id: number | string | undefined,
): SaveType {
  const type = saveTypeOf(req, data);
  delete data[TICKET];
  if (type) {
    // As in Payload, publishing is never a draft.
    const draft = type.draft && data._status !== 'published';
    return { ...type, draft, autosave: draft && type.autosave };
  }
  const restored = Boolean(req.context.isRestoringVersion);
  const draft = restored && saveContextOf(req, collection, id).restoresAsDraft === true;
  return { ...SAVE, draft, restored };
}

/**
 * Reads the main document (published now or last) before the save, and notes it for the validators. The newest version, which
 * Payload passes to hooks, may be a draft.
 */
export async function readMainDocument(
  req: PayloadRequest,
  collection: string,
  id: NonNullable<Id>,
): Promise<RawDocument | undefined> {
  const found = await req.payload.db.findOne<RawDocument>({ collection, req, where: { id: { equals: id } } });
  const document = found ?? undefined;
  saveContextOf(req, collection, id).main = { document };
  return document;
}

/** The portal settings, which a save reads once. @param id undefined for a new document */
export async function settingsOfSave(req: PayloadRequest, collection: string, id: Id): Promise<Data> {
  const context = saveContextOf(req, collection, id);
  context.settings ??= (await req.payload.db.findGlobal<Data>({ slug: 'portal-settings', req })) ?? {};
  return context.settings;
}

export interface FieldValidation {
  collectionSlug?: string;
  data: object;
  /** 'onChange' in a form after a refused save, 'submit' in a save. */
  event?: 'onChange' | 'submit';
  /** Undefined for a new document. */
  id?: Id;
  /** The name of the field. */
  name: string;
  /** Missing in a form. */
  path?: (number | string)[];
  req: PayloadRequest;
}

/** The main document of a validated value: the noted one, or the current one if there is no save, as in a form. */
export async function mainDocument({
  collectionSlug,
  id,
  req,
}: Pick<FieldValidation, 'collectionSlug' | 'id' | 'req'>): Promise<RawDocument | undefined> {
  if (collectionSlug === undefined || id === undefined) return undefined;
  const { main } = saveContextOf(req, collectionSlug, id);
  return main ? main.document : readMainDocument(req, collectionSlug, id);
}

/**
 * True if the imported main document has this value in the field, or for a field of an array in any row. Values of a restored
 * version are accepted too, since they may be older than the first edit.
 */
export async function isImportedValue(validated: FieldValidation, value: unknown): Promise<boolean> {
  const main = await mainDocument(validated);
  if (!main?.source_key) return false;
  if (validated.req.context.isRestoringVersion) return true;
  return valuesIn(main, validated).some((stored) => (stored ?? null) === (value ?? null));
}

/** The stored values of a field, from all rows if it belongs to an array. */
function valuesIn(main: RawDocument, { name, path }: FieldValidation): unknown[] {
  const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : []);
  if (!path) return [main, ...Object.values(main).flatMap(rowsOf)].map((place) => place?.[name]);
  const [field, row, inner] = path;
  const stored = main[String(field)];
  return row === undefined ? [stored] : rowsOf(stored).map((each) => each[String(inner)]);
}

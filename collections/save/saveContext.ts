import type { PayloadRequest } from 'payload';
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
  /** The main document before the save, once it is read. */
  main?: { document: RawDocument | undefined };
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

export function saveContexts(req: PayloadRequest): SaveContext[] {
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
export function withTicket(req: PayloadRequest, data: object | undefined, type: SaveType): Data {
  return { ...data, [TICKET]: contextsOf(req).types.push(type) - 1 };
}

/** The type of the save with this data; undefined without a save and for a restored version. */
export function saveTypeOf(req: PayloadRequest, data: Data | undefined): SaveType | undefined {
  return contextsOf(req).types[data?.[TICKET] as number];
}

/** {@link saveTypeOf}, and removes the ticket from the data. */
export function takeTicket(req: PayloadRequest, data: Data): SaveType | undefined {
  const type = saveTypeOf(req, data);
  delete data[TICKET];
  return type;
}

import type { PayloadRequest } from 'payload';
import type { RawDocument } from '../portal/RawDocument.ts';

type Id = number | string | undefined;
type Data = Record<string, unknown>;

/** How a save was asked for. */
export interface Asked {
  draft: boolean;
  autosave: boolean;
  withdraws: boolean;
  /** The fields that were given, where the save moves a document into the trash or out of it. */
  moves?: string[];
}

/** What is known of one document while a request saves it. */
export interface Note {
  /** Where one of its versions is restored: whether that leaves the main document alone. */
  restoresAsDraft?: boolean;
  /** Where an import writes it: what the source says, by field. */
  source?: Data;
  /** The main document as it stands before the save, once it has been read. */
  main?: { document: RawDocument | undefined };
}

interface Notes {
  /** By ticket: how saves were asked for whose documents were not known yet. */
  asked: Asked[];
  /** By collection and id: a request saves many documents in bulk, and others in a host's hooks. */
  documents: Map<string, Note>;
}

const KEY = 'portalSaves';

/** Stands in the data of a save until its document is known. No field can have this name. */
const TICKET = 'portal:save';

function notesOf({ context }: PayloadRequest): Notes {
  context[KEY] ??= { asked: [], documents: new Map() } satisfies Notes;
  return context[KEY] as Notes;
}

const keyOf = (collection: string | undefined, id: Id) => `${collection} ${id}`;

/** The note of a document; a new one has no id. */
export function noteOf(req: PayloadRequest, collection: string | undefined, id: Id): Note {
  const { documents } = notesOf(req);
  const key = keyOf(collection, id);
  const note = documents.get(key) ?? {};
  documents.set(key, note);
  return note;
}

/** All notes of a request. */
export function allNotes(req: PayloadRequest): Note[] {
  return [...notesOf(req).documents.values()];
}

/**
 * The context in which an import writes a document: its note, begun earlier. No client can pass one.
 * @param source what the source says, by field
 */
export function importing(collection: string, id: Id, source: Data): Record<string, unknown> {
  return { [KEY]: { asked: [], documents: new Map([[keyOf(collection, id), { source }]]) } satisfies Notes };
}

/** The data of a save, with a ticket for how it was asked for. One that a client has sent goes. */
export function withTicket(req: PayloadRequest, data: object | undefined, asked: Asked): Data {
  return { ...data, [TICKET]: notesOf(req).asked.push(asked) - 1 };
}

/** How the save was asked for whose data this is; undefined where there is no save, and for a version that is restored. */
export function askedOf(req: PayloadRequest, data: Data | undefined): Asked | undefined {
  return notesOf(req).asked[data?.[TICKET] as number];
}

/** The same, where the document is known: the data has no ticket any more. */
export function takeTicket(req: PayloadRequest, data: Data): Asked | undefined {
  const asked = askedOf(req, data);
  delete data[TICKET];
  return asked;
}

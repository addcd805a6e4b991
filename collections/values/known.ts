export type Data = Record<string, unknown>;

/** The context of a save besides its data. None of it comes from a client. */
export interface Save {
  /** The newest version, on which the edit is based; on a create, the duplicated document, if any. */
  latest: Data | undefined;
  /** The document that is published, or was last; undefined for a new document. */
  main: Data | undefined;
  /** The data is a stored version. */
  restored: boolean;
  /** For an import: the data of the source, for the fields that it has. */
  imported: Data | undefined;
  /** The main document stays as it is. @default false */
  draft?: boolean;
  /** Whether the lists show the document after this save. */
  publishes: boolean;
  /** The name of the user; null without a user, as in an import. */
  editor: string | null;
  /** The unique key of the user. */
  editorKey: string | null;
  now: Date;
  /** Host names of pages that texts may embed. */
  videoHosts: readonly string[];
}

/** The imported data, if it has this field. */
export function broughtFor(name: string, { imported }: Save): Data | undefined {
  return imported && name in imported ? imported : undefined;
}

/** Stored states from which hidden values may be taken, the best first. */
export function trustedPlaces(data: Data, { latest, main, restored, imported }: Save): Data[] {
  return [imported, restored ? data : undefined, latest, main].filter((place) => place !== undefined);
}

/**
 * How a document stands, as it is stored. `draft`: never published. `live`: published. `changed`: published, with a newer draft.
 * `withdrawn`: unpublished. The trash does not change it. The main document has the standing without its newer draft, the
 * newest version that of both.
 */
export type PublicationStatus = 'draft' | 'live' | 'changed' | 'withdrawn';

interface StatusOfSave {
  /** The status that is written. */
  status: unknown;
  /** True if the main document stays as it is. @default false */
  draft?: boolean;
  /** The main document before. */
  main: Data | undefined;
}

/** The standing of a document after a save, by the field of its main document with the standing before. */
export function statusAfter({ status, draft, main }: StatusOfSave, name: string): PublicationStatus {
  // What is restored as a draft may still have the status of its version.
  if (status === 'published' && !draft) return 'live';
  if (main?._status === 'published') return draft ? 'changed' : 'withdrawn';
  return main?.[name] === 'withdrawn' ? 'withdrawn' : 'draft';
}

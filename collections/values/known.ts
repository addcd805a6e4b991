export type Data = Record<string, unknown>;

/** What is known of a save besides the data. None of it comes from a client. */
export interface Save {
  /** The newest version, which the editor started from; on a create, the document that is being duplicated, if any. */
  latest: Data | undefined;
  /** What is published, or was last; undefined for a new document. */
  main: Data | undefined;
  /** The data is a stored version. */
  restored: boolean;
  /** What the source of an import says, by field; of other fields it says nothing. */
  imported: Data | undefined;
  /** The lists show the document after this save. */
  publishes: boolean;
  /** Who saves, by name; null where no user does, as in an import. */
  editor: string | null;
  /** The key of the same user. */
  editorKey: string | null;
  now: Date;
  /** Host names whose pages a text may embed. */
  videoHosts: readonly string[];
}

/** What an import brings for a field, if it brings anything. */
export function broughtFor(name: string, { imported }: Save): Data | undefined {
  return imported && name in imported ? imported : undefined;
}

/** Where hidden values may be taken from, the nearest first. */
export function trustedPlaces(data: Data, { latest, main, restored, imported }: Save): Data[] {
  return [imported, restored ? data : undefined, latest, main].filter((place) => place !== undefined);
}

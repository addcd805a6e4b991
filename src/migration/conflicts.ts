/** What differs in one field. */
export interface FieldConflict {
  field: string;
  /** What editors left here, and what the source says; references by name, rich texts as HTML. */
  here: unknown;
  source: unknown;
}

/**
 * Something that editors and the source have both changed since the last import. What editors left here stays; a person has
 * to choose.
 */
export interface Conflict {
  /** The key of a list, or `portal-settings`. */
  list: string;
  /** The element's id; null for settings. */
  apiId: number | null;
  title: string | null;
  /**
   * `deleted`: an editor deleted it or put it into the trash, so there are no fields to compare. `restored`: likewise, but it is there again, outside
   * of its list, since something new refers to it.
   */
  kind: 'changed' | 'deleted' | 'restored';
  fields: FieldConflict[];
}

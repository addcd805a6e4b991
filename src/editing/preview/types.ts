/** What the portal would read if a document were published so. */
export interface Preview {
  /** The exact JSON of its element as it is served; null if none is. */
  before: string | null;
  /** The same after the publication. */
  after: string | null;
  /** In the order of the JSON. */
  keys: PreviewedKey[];
  orderings: PreviewedOrdering[];
  /** Other elements that would change, by list. */
  others: PreviewedOthers[];
  /** Why no element could be made of it, or what it lacks. */
  problems: string[];
  /** The address of the portal's style sheet; null if the settings name none. */
  styleSheet: string | null;
}

export interface PreviewedKey {
  key: string;
  /** As in the form. */
  label: string;
  type: 'html' | 'image' | 'text' | 'other';
  /** The exact JSON of its value; null without an element. */
  before: string | null;
  after: string | null;
  /** What only the save decides: a new number, or the time of the publication. */
  decided?: 'number' | 'time';
}

export interface PreviewedOrdering {
  /** The label of the list. */
  list: string;
  /** Whether it is the document's own list. */
  isOwn: boolean;
  /** '' for the default one. */
  ordering: string;
  /** The label of its first key. */
  label: string;
  /** The path of the response. */
  path: string;
  isChanged: boolean;
  before: Places;
  after: Places;
}

/** The places of the document's element, from 1, among so many. */
export interface Places {
  places: number[];
  count: number;
  /** The entity tag of the response. */
  etag: string;
}

export interface PreviewedOthers {
  /** The slug of their collection. */
  collection: string;
  label: string;
  count: number;
  /** The first of them that the user may read. */
  named: { id: number | string; title: string }[];
}

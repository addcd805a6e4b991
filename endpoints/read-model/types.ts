import type { Kind, List, StoredDocument } from '../lists/index.ts';

/** Text sorts as `Intl.Collator('el')` has it, or by Unicode code point. */
export type Collation = 'el' | 'C';

/** The settings that a portal's editors, or a migration, give the lists. */
export interface PortalSettings {
  collation: Collation;
  /** Per list slug. A list that is not named keeps its own default. */
  lists: Record<string, ListSettings>;
}

export interface ListSettings {
  /** The default order, as in the query; '' is the order of import. */
  ordering: string;
  /** One element per link wherever an ordering names the links (contract: Ordering). @default false */
  elementPerLink?: boolean;
}

/** A document as it is published now (null: no longer), or new settings. */
export type Change =
  | { kind: Kind; id: string; document: StoredDocument | null }
  | { settings: PortalSettings };

/** Where documents come from. */
export interface DocumentSource {
  /** Everything that is published, and the settings, in batches of any size and in any order. */
  load(): AsyncIterable<Change[]>;
  /** Tells of every change from now on, once it is committed. Returns a function that ends it. */
  subscribe(listener: (changes: Change[]) => void | Promise<void>): () => void;
}

/** Something that an element needs and that is not published. */
export interface Missing {
  /** The list that needs it. */
  list: string;
  /** The document that refers to it. */
  document: string;
  api_id: number;
  /** The element's key. */
  field: string;
  /** What is missing; `id` is null where the document refers to nothing. */
  kind: Kind;
  id: string | null;
  /** What is served meanwhile: the missing document's last value, the element's last bytes, or no element. */
  served: 'last value' | 'last element' | 'nothing';
}

/** An element that could not be made for another reason than a missing reference. */
export interface Failure {
  list: string;
  document: string;
  api_id: number;
  reason: string;
  served: 'last element' | 'nothing';
}

export interface ReadModelStatus {
  /** False until the first load has ended; there are no responses before. */
  loaded: boolean;
  /** Elements per list (each counted once, also where an ordering repeats it). */
  lists: Record<string, number>;
  missing: Missing[];
  failed: Failure[];
}

/** One response. It stays as it is when the list changes later. */
export interface ListResponse {
  /** The JSON array in UTF-8, joined when it is first asked for. */
  readonly body: Buffer<ArrayBuffer>;
  /** The body's length in bytes, known without joining it. */
  readonly length: number;
  /** A strong entity tag, quotes included; the same wherever the same bytes are served. */
  readonly etag: string;
}

/** The lists in memory. Made by `createReadModel`. */
export interface ReadModel {
  readonly lists: readonly List[];
  /**
   * Takes a full load, and swaps it in when it is whole. What `apply` is told meanwhile is in it too. A load that
   * throws changes nothing; of loads that overlap, the one that started last stays.
   */
  replace(changes: AsyncIterable<Change[]> | Iterable<Change[]>): Promise<void>;
  /** Takes changes; the next `response` shows them. It never throws for what a document holds. */
  apply(changes: readonly Change[]): void;
  /** Subscribes to a source, then loads it. Resolves to what ends the subscription; rejects if the load fails. */
  connect(source: DocumentSource): Promise<() => void>;
  /**
   * The list in the ordering that a request asks for (undefined or without a known name: the default order).
   * Undefined before the first load, and for a slug that is no list.
   */
  response(slug: string, ordering: string | undefined): ListResponse | undefined;
  status(): ReadModelStatus;
}

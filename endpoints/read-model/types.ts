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
  subscribe(subscriber: Subscriber): () => void;
}

/** Who listens to a {@link DocumentSource}. */
export interface Subscriber {
  /** Committed changes. The save that made them waits for what this returns. */
  changed(changes: Change[]): void | Promise<void>;
  /** Changes may have been missed: everything has to be loaded again. */
  lost(): void;
  /** Whether the source hears of every change, told when that changes. It does until it says otherwise. */
  current(isCurrent: boolean): void;
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

/**
 * `loading`: there is nothing to serve yet. `checkpoint`: what was restored is served, nothing has been loaded since.
 * `live`: everything that is committed shows. `behind`: there may be changes that do not show yet.
 */
export type ReadModelState = 'loading' | 'checkpoint' | 'live' | 'behind';

/** What a list is made of, apart from how it is ordered. */
export interface SnapshotRow {
  readonly documentId: string;
  readonly apiId: number;
  /** Infinity for what was never imported. */
  readonly position: number;
  /** The hidden ranks of its links; -Infinity for a link of which none is known. */
  readonly linkRanks: readonly number[];
  /** The element's JSON. */
  readonly bytes: Buffer;
}

/** The lists at one moment. Later changes leave it as it is. */
export interface Snapshot {
  readonly settings: PortalSettings;
  readonly lists: readonly { readonly slug: string; readonly rows: readonly SnapshotRow[] }[];
}

export interface ReadModelStatus {
  state: ReadModelState;
  /** When the state began, in milliseconds since 1970; of a checkpoint: when it was last known to be current. */
  since: number;
  /** False until the first load has ended; before, there are no responses but those of a checkpoint. */
  loaded: boolean;
  /** Elements per list (each counted once, also where an ordering repeats it). */
  lists: Record<string, number>;
  missing: Missing[];
  failed: Failure[];
}

/** A stretch of a body. */
export interface BodyPart {
  /** In bytes, known without joining it. */
  readonly length: number;
  /** Joined when it is first read, and shared by all who hold the part. */
  readonly bytes: Buffer<ArrayBuffer>;
  /**
   * The same for a reader who has memory of his own for what nobody else would have: joined there, they are his. The memory is
   * asked for only then, by its length in bytes.
   */
  bytesIn?(space: (length: number) => Buffer<ArrayBuffer>): Buffer<ArrayBuffer>;
  /** False where to read the bytes means to join them. */
  readonly isJoined?: boolean;
}

/** One response. It stays as it is when the list changes later. */
export interface ListResponse {
  /** The JSON array in UTF-8: the parts one after the other, at least one. */
  readonly parts: readonly BodyPart[];
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
  /**
   * Takes changes; resolves when the next `response` shows them. A few are in place when it returns. It never rejects for
   * what a document holds.
   */
  apply(changes: readonly Change[]): Promise<void>;
  /**
   * Serves an earlier snapshot until the first load. Resolves to false, and changes nothing, if there is a load already.
   * @param current when the snapshot was last known to be current, in milliseconds since 1970
   */
  restore(snapshot: Snapshot, current: number): Promise<boolean>;
  /** What is served now; undefined before there is anything. */
  snapshot(): Snapshot | undefined;
  /**
   * Subscribes to a source, then loads it. Resolves to what ends the subscription (what is served stays, and is `behind`);
   * rejects if the load fails. A source that has lost changes is loaded again until that succeeds.
   */
  connect(source: DocumentSource): Promise<() => void>;
  /**
   * The list in the ordering that a request asks for (undefined or without a known name: the default order). The default
   * order is there at once; a promise is of an ordering that has to be made first, and rejects with `TooManyOrderings`
   * if too many wait already. Undefined before the first load or checkpoint, and for a slug that is no list.
   */
  response(slug: string, ordering: string | undefined): ListResponse | Promise<ListResponse> | undefined;
  status(): ReadModelStatus;
}

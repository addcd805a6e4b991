import type { Kind, List, StoredDocument } from '../lists/index.ts';
import type { Collation } from './orderings/collations.ts';

/** The settings that a portal's editors, or a migration, give the lists. */
export interface PortalSettings {
  collation: Collation;
  /** By the list's key. A list that is not named keeps its own default. */
  lists: Record<string, ListSettings>;
}

interface ListSettings {
  /** The default order, as in the query; '' is the order of import. */
  ordering: string;
  /** One element per link wherever an ordering names the links (contract: Ordering). @default false */
  elementPerLink?: boolean;
  /** Whether each element can be asked for by its id. @default false */
  records?: boolean;
  /** Keys whose texts sort by another collation. @default none */
  collations?: Readonly<Record<string, Collation>>;
  /** Keys whose empty values come first ascending. @default none: they come last */
  emptyFirst?: readonly string[];
}

/** A document as it is published now (null: no longer). */
export interface DocumentChange {
  kind: Kind;
  id: string;
  document: StoredDocument | null;
}

/** A published document, or new settings. */
export type Change = DocumentChange | { settings: PortalSettings };

/**
 * A span in which a source tells every committed change: new in each process, and after each loss. Two are equal or not; they
 * have no order.
 */
export type Epoch = string;

/** Everything that is published, and the settings. */
export interface Load {
  /** All changes of this epoch that are not in the load are told. */
  readonly epoch: Epoch;
  /** In batches of any size and in any order. */
  readonly changes: AsyncIterable<Change[]>;
}

/** Where documents come from. */
export interface DocumentSource {
  /** Reads everything, for one who follows. Rejects where no epoch can begin, as while the database is away. */
  load(): Promise<Load>;
  /** Tells of every change from now on, once it is committed. Returns a function that ends it. */
  follow(follower: Follower): () => void;
}

/** What follows a {@link DocumentSource}. */
export interface Follower {
  /** Told at once, and when it changes. Undefined: changes may be missed. Another one than that of the last load: load. */
  epoch(epoch: Epoch | undefined): void;
  /**
   * Committed changes in order, also while a load runs. Resolves when they show, if need be by a load.
   * @param epoch in which they are told, said or not; undefined before the first one
   */
  changed(changes: readonly Change[], epoch: Epoch | undefined): Promise<void>;
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

/** What is kept of an element besides its place in an order. */
export interface SnapshotRow {
  readonly documentId: string;
  readonly apiId: number;
  /** Infinity for what was never imported. */
  readonly position: number;
  /** The hidden ranks of its links; -Infinity for a link of which none is known. */
  readonly linkRanks: readonly number[];
  /** Of its JSON, in bytes. */
  readonly length: number;
  /** A digest of its JSON, in base64url. */
  readonly digest: string;
}

/** One place in an order: a row, and the rank of the link for which it stands there (where the order repeats rows). */
export interface SnapshotEntry {
  readonly row: SnapshotRow;
  readonly linkRank: number | null;
}

/** A list in its default order. */
export interface SnapshotList {
  /** The list's key. */
  readonly list: string;
  /** In the order of the body; a row may be there several times. */
  readonly entries: readonly SnapshotEntry[];
  /** The JSON array as it is served. */
  readonly body: Buffer<ArrayBuffer>;
}

/** The lists at one moment. Later changes leave it as it is. */
export interface Snapshot {
  readonly settings: PortalSettings;
  readonly lists: readonly SnapshotList[];
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

/** One response. It stays as it is when the list changes later. */
export interface ListResponse {
  /** The JSON array in UTF-8; of a record, its object. */
  readonly body: Buffer<ArrayBuffer>;
  /** Of the body, in bytes. */
  readonly length: number;
  /** A strong entity tag, quotes included; the same wherever the same bytes are served. */
  readonly etag: string;
}

/** What a list is served as. */
export interface ListVersion {
  /** The entity tag of the default ordering. */
  etag: string;
  /** The portal settings that its other orderings and its records follow, as JSON. */
  settings: string;
}

/** By the keys of lists. */
export type ListVersions = Readonly<Record<string, ListVersion>>;

/** An ordering at one moment. */
export interface OrderingPlaces {
  /** As its response has it: equal for equal bytes. */
  etag: string;
  /** Elements, each as often as it stands there. */
  count: number;
  /** Of the rehearsed document, from 1: several where the ordering repeats it, none in another list. */
  places: number[];
}

export interface RehearsedOrdering {
  /** The list's key. */
  list: string;
  /** '' for the default one. */
  ordering: string;
  before: OrderingPlaces;
  after: OrderingPlaces;
}

/** What the change of a document would come to. It can be sent as JSON. */
export interface Rehearsal {
  /** The JSON of its element as it is served now; null if none is. */
  before: string | null;
  /** The same with the change. */
  after: string | null;
  /** The default and the documented orderings of its list, and those of other lists that would change. */
  orderings: RehearsedOrdering[];
  /** Other elements whose bytes would change: how many of each list, and the documents of the first. */
  others: { list: string; count: number; first: string[] }[];
  /** What the element would lack. */
  missing: readonly Missing[];
  /** Why it could not be made. */
  failed: readonly Failure[];
}

/** The lists in memory. Made by `createReadModel`. */
export interface ReadModel {
  readonly lists: readonly List[];
  /**
   * Takes a full load, and swaps it in when it is whole. What `apply` is told meanwhile is in it too. A load that
   * throws changes nothing; of loads that overlap, the one that started last counts.
   */
  replace(changes: AsyncIterable<Change[]> | Iterable<Change[]>): Promise<void>;
  /**
   * Takes changes; resolves when the next `response` shows them. Changes that wait are taken together.
   * @throws what made it fail; nothing of these changes shows then, and everything has to be loaded again
   */
  apply(changes: readonly Change[]): Promise<void>;
  /**
   * Works out what the change of a document would come to, and shows nothing of it. It yields to readers, and changes wait
   * for it. Undefined before the first load.
   */
  rehearse(change: DocumentChange): Promise<Rehearsal | undefined>;
  /**
   * Serves an earlier snapshot until the first load. Resolves to false, and changes nothing, if there is a load already.
   * @param current when the snapshot was last known to be current, in milliseconds since 1970
   */
  restore(snapshot: Snapshot, current: number): Promise<boolean>;
  /** What is served now; undefined before there is anything. */
  snapshot(): Promise<Snapshot | undefined>;
  /**
   * Follows a source, and no other any more; then loads it. Resolves to what ends that (what is served stays, and is
   * `behind`); rejects if the load fails. Where the source says another epoch, it is loaded again until that succeeds.
   */
  connect(source: DocumentSource): Promise<() => void>;
  /**
   * The list in the ordering that a request asks for (undefined or without a known name: the default order). What is held
   * is there at once; a promise is of a body that has to be joined after a change, or of an ordering that has to be made first. The
   * latter rejects with `TooManyOrderings` where too many wait already, or too much is being sent. Undefined before the first load or
   * checkpoint, and for an unknown list.
   *
   * @param list its key
   */
  response(list: string, ordering: string | undefined): ListResponse | Promise<ListResponse> | undefined;
  /** Whether the elements of a list can be asked for by their ids. Undefined before the first load or checkpoint. */
  servesRecords(list: string): boolean | undefined;
  /** The element with an id, as it stands in the list: of several, the first of the default order. */
  record(list: string, id: number): ListResponse | undefined;
  /**
   * Counts a body as being sent, until the returned function is called. Bodies that are no longer held have a cap: beyond
   * it those that have been sent for longest are given up.
   *
   * @param giveUp ends that response
   */
  sending(body: Buffer, giveUp: () => void): () => void;
  status(): ReadModelStatus;
  /** Whether the state is `live`: everything that is committed shows. */
  isLive(): boolean;
  /** What is served now; undefined before there is anything. */
  versions(): ListVersions | undefined;
  /** How many orderings that were asked for have been made, and refused with `TooManyOrderings`. */
  orderings(): { made: number; refused: number };
}

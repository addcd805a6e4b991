import type { z } from 'zod';

/**
 * The properties of a list that the client needs. Use the result of `defineList`, or a plain object. With `as const`, the
 * compiler checks its key and its orderings.
 *
 * @example { key: 'organizations', element: z.object({ id: z.int(), title: z.string() }) } as const
 */
export interface PortalList {
  readonly key: string;
  /** The schema of an element. It must not transform values. */
  readonly element: z.ZodType<object>;
  /** Keys that cannot be used in `ordering`. */
  readonly notOrderable?: readonly string[];
}

/** The element of a list. */
export type ElementOf<L extends PortalList> = z.output<L['element']>;

type Orderable<L extends PortalList> = Exclude<
  keyof ElementOf<L> & string,
  L['notOrderable'] extends readonly (infer K)[] ? K : never
>;

/** A term of an ordering: a key, or `-` and a key for descending. */
export type OrderingTerm<L extends PortalList> = Orderable<L> | `-${Orderable<L>}`;

/** The list with that key. */
type ListByKey<L extends PortalList, K extends L['key']> = Extract<L, { readonly key: K }>;

export interface PortalListOptions<L extends PortalList = PortalList> {
  /**
   * One term, or several by priority.
   * @default the portal's own order of that list
   * @example ['-created_timestamp', 'id']
   */
  ordering?: OrderingTerm<L> | readonly OrderingTerm<L>[] | undefined;
  /** Aborts the request. `list` then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** One list of a client. */
export interface ListClient<L extends PortalList> {
  /** The same as `list` of the client with this list's key. */
  list(options?: PortalListOptions<L>): Promise<readonly ElementOf<L>[]>;
  /**
   * The element with an id, as it stands in the list. With `cache`, it gives the same object until the element changes.
   *
   * @throws PortalError of the kind `status` with `status: 404` if no element has that id, or if the server does not serve
   *   records of this list; its message says which. Any other PortalError as for a list.
   */
  get(id: number, options?: { signal?: AbortSignal | undefined }): Promise<ElementOf<L>>;
}

/** `newsPosts` for `news-posts`. */
type CamelCase<Key extends string> = Key extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Key;

/** Each list under its key in camel case: `portal.newsPosts`. A list with the key `list` has no such name. */
export type PortalClient<L extends PortalList> = ListOfKey<L> & {
  readonly [Each in L as Exclude<CamelCase<Each['key']>, 'list'>]: ListClient<Each>;
};

interface ListOfKey<L extends PortalList> {
  /**
   * The elements of a list, in order. With `cache`, it gives the same array until the list changes.
   *
   * @throws PortalError if the complete list cannot be read; an empty array always means a list without elements
   */
  list<K extends L['key']>(
    key: K,
    options?: PortalListOptions<ListByKey<L, K>>,
  ): Promise<readonly ElementOf<ListByKey<L, K>>[]>;
}

import type { z } from 'zod';

/**
 * What the client needs of a list. What `defineList` gives is one, and so is a plain object; with `as const`, its key and
 * its orderings are checked by the compiler.
 *
 * @example { key: 'organizations', element: z.object({ id: z.int(), title: z.string() }) } as const
 */
export interface PortalList {
  readonly key: string;
  /** What goes over the wire; it must not transform. */
  readonly element: z.ZodType<object>;
  /** Keys that `ordering` can't name. */
  readonly notOrderable?: readonly string[];
}

/** The element of a list as it goes over the wire. */
export type ElementOf<L extends PortalList> = z.output<L['element']>;

type Orderable<L extends PortalList> = Exclude<
  keyof ElementOf<L> & string,
  L['notOrderable'] extends readonly (infer K)[] ? K : never
>;

/** One name of an ordering: a key, or `-` and a key for descending. */
export type OrderingTerm<L extends PortalList> = Orderable<L> | `-${Orderable<L>}`;

/** Among several lists, the one with that key. */
type ListByKey<L extends PortalList, K extends L['key']> = Extract<L, { readonly key: K }>;

export interface PortalListOptions<L extends PortalList = PortalList> {
  /**
   * One name, or several in the order in which they decide.
   * @default the portal's own order of that list
   * @example ['-created_timestamp', 'id']
   */
  ordering?: OrderingTerm<L> | readonly OrderingTerm<L>[] | undefined;
  /** Gives the request up; `list` then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface PortalClient<L extends PortalList> {
  /**
   * The elements of a list, in order. Where the client holds answers, the same array as before while the list has not
   * changed.
   *
   * @throws PortalError for anything but the whole list: an empty array is always a list without elements
   */
  list<K extends L['key']>(
    key: K,
    options?: PortalListOptions<ListByKey<L, K>>,
  ): Promise<readonly ElementOf<ListByKey<L, K>>[]>;
}

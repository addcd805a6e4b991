/** How often a read of a list was answered with a status, and with how many bytes of bodies. */
interface Reads {
  requests: number;
  bytes: number;
}

/** The limits of docs/operations.md that the front keeps. */
const LIMITS = [
  'body',
  'connections',
  'connections_of_address',
  'pipelined_requests',
  'requests',
  'requests_of_client',
] as const;
export type FrontLimit = (typeof LIMITS)[number];

/** Reads that name no list, as redirects do. */
const OTHER = 'other';

/** These are there from the start: Prometheus sees no increase where a counter appears with its first value. */
const FROM_START = [200, 500, 503];

/** What the front counts. Reading is its hot path, so these are plain numbers; metrics are made of them when they are asked for. */
export class FrontCounts {
  /** By list and status. */
  readonly reads: ReadonlyMap<string, Map<number, Reads>>;
  readonly limits = new Map<FrontLimit, number>(LIMITS.map((limit) => [limit, 0]));
  proxyErrors = 0;
  readonly #prefixes: readonly string[];

  /**
   * @param prefixes the paths of all lists. @example ['/el/api/v1']
   * @param lists their keys, which are their last segments
   */
  constructor(prefixes: readonly string[], lists: readonly string[]) {
    // The longest first: one may be the beginning of another.
    this.#prefixes = prefixes.map((prefix) => `${prefix}/`).sort((a, b) => b.length - a.length);
    const nothing = () => new Map(FROM_START.map((status) => [status, { requests: 0, bytes: 0 }]));
    this.reads = new Map([...lists, OTHER].map((list) => [list, nothing()]));
  }

  /** Counts a response to a request under a prefix. @param bytes of its body */
  read(url: string, status: number, bytes: number): void {
    const begin = this.#prefixes.find((prefix) => url.startsWith(prefix))?.length ?? 0;
    const end = url.indexOf('/', begin);
    const list = this.reads.get(end < 0 ? OTHER : url.slice(begin, end)) ?? this.reads.get(OTHER);
    const reads = list?.get(status);
    if (reads) {
      reads.requests += 1;
      reads.bytes += bytes;
    } else list?.set(status, { requests: 1, bytes });
  }

  /** Counts what a limit has refused. */
  limit(limit: FrontLimit): void {
    this.limits.set(limit, (this.limits.get(limit) ?? 0) + 1);
  }
}

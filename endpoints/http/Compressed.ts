import type { SharedHeaders } from './answers.ts';
import { compress } from './compress.ts';
import type { Coding } from './negotiation.ts';
import { headsOf, Representation } from './Representation.ts';
import type { ServedResponse } from './types.ts';

/** What the compressed bodies of orderings that are no list's default may take, all together, in bytes. */
export const OTHERS_BYTES = 16 * 1024 * 1024;
/** How much may wait for its turn to be compressed, in bytes before it. Whoever comes then is served without. */
const WAITING_BYTES = 8 * 1024 * 1024;

export interface CompressedOptions {
  shared: SharedHeaders;
  onError: (error: unknown) => void;
}

/** What to compress, and where it stands. */
export interface Uncompressed {
  response: ServedResponse;
  identity: Representation;
  coding: Coding;
  /** The list whose default order this is; undefined for another order. */
  list: string | undefined;
}

interface Entry {
  readonly siblings: Map<Coding, Entry>;
  readonly coding: Coding;
  representation: Representation | Promise<Representation>;
}

/** `"x"` as `"x-br"`: other bytes have another strong tag (RFC 9110, 8.8.3.3). */
export function tagOf(etag: string, coding: Coding): string {
  return `${etag.slice(0, -1)}-${coding}"`;
}

/**
 * Lists in content codings, compressed once for each state of a list by the first who asks, and kept as long as that
 * state is served; of other orderings only the latest used.
 *
 * In each queue (one a list and coding, one for all other orderings) one body is compressed after the other, so that
 * neither quick changes nor many orderings use up the processor.
 */
export class Compressed {
  readonly #options: CompressedOptions;
  readonly #made = new WeakMap<ServedResponse, Map<Coding, Entry>>();
  readonly #queues = new Map<string, Queue>();
  /** The entries of other orderings with their sizes, the least recently used first. */
  readonly #others = new Map<Entry, number>();
  #othersSize = 0;

  constructor(options: CompressedOptions) {
    this.#options = options;
  }

  /** What there is already. */
  find(response: ServedResponse, coding: Coding): Representation | Promise<Representation> | undefined {
    const entry = this.#made.get(response)?.get(coding);
    const size = entry && this.#others.get(entry);
    if (entry && size !== undefined) {
      this.#others.delete(entry);
      this.#others.set(entry, size);
    }
    return entry?.representation;
  }

  /** Compresses; undefined when too much is waiting for that. Gives the uncompressed one where it is no longer. */
  make(uncompressed: Uncompressed): Promise<Representation> | undefined {
    const { response, coding, list } = uncompressed;
    const queue = this.#queue(list === undefined ? '' : `${list} ${coding}`);
    const made = queue.add(response.length, () => this.#compressed(uncompressed));
    if (!made) return undefined;
    const siblings = this.#made.get(response) ?? new Map<Coding, Entry>();
    this.#made.set(response, siblings);
    const entry: Entry = { siblings, coding, representation: made };
    siblings.set(coding, entry);
    void made.then((representation) => {
      entry.representation = representation;
      const isOther = list === undefined && representation !== uncompressed.identity;
      if (isOther) this.#keepOther(entry, representation.length);
    });
    return made;
  }

  async #compressed({ response, identity, coding }: Uncompressed): Promise<Representation> {
    try {
      const parts = await compress(response, coding);
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      if (length >= response.length) return identity;
      const compressed = { etag: tagOf(response.etag, coding), length, parts };
      return new Representation(compressed, headsOf(compressed, this.#options.shared, coding));
    } catch (error) {
      this.#options.onError(error);
      return identity;
    }
  }

  #keepOther(entry: Entry, size: number): void {
    this.#others.set(entry, size);
    this.#othersSize += size;
    for (const [oldest, size] of this.#others) {
      if (this.#othersSize <= OTHERS_BYTES) return;
      oldest.siblings.delete(oldest.coding);
      this.#others.delete(oldest);
      this.#othersSize -= size;
    }
  }

  #queue(name: string): Queue {
    const queue = this.#queues.get(name) ?? new Queue();
    this.#queues.set(name, queue);
    return queue;
  }
}

/** One after the other. */
class Queue {
  #last: Promise<unknown> = Promise.resolve();
  #bytes = 0;

  /** Undefined if too much is waiting; what is alone never does. `work` must not reject. */
  add<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> | undefined {
    if (this.#bytes > 0 && this.#bytes + bytes > WAITING_BYTES) return undefined;
    this.#bytes += bytes;
    const result = this.#last.then(work);
    this.#last = result.then(() => {
      this.#bytes -= bytes;
    });
    return result;
  }
}

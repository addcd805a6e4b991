import type { Entry, Row } from '../rows/Row.ts';

/** How long chunks are on average, in bytes: about 40 posts, or 600 links. */
const SIZE = 128 * 1024;
/** The characters of base64url by their values. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Some entries that follow each other in an ordering. Which ones follows from their rows alone, not from the history of changes:
 * so a fresh load has the same ones.
 */
export class Chunk {
  readonly entries: readonly Entry[];
  /** In bytes, with a comma before each row. */
  readonly length: number;
  /** Their rows as they stand in a body, from the comma (or the bracket) before the first one; undefined until they have been joined. */
  bytes: Buffer<ArrayBuffer> | undefined;
  #digests: string | undefined;

  constructor(entries: readonly Entry[]) {
    this.entries = entries;
    this.length = entries.reduce((sum, { row }) => sum + row.length + 1, 0);
  }

  get last(): Entry {
    return this.entries.at(-1) as Entry;
  }

  /** The digests of its rows, one after the other. */
  get digests(): string {
    this.#digests ??= this.entries.map(({ row }) => row.digest).join('');
    return this.#digests;
  }
}

/** Cuts entries into chunks, and gives those behind the last cut. */
export function cut(entries: readonly Entry[], chunks: Chunk[]): readonly Entry[] {
  let from = 0;
  for (let at = 0; at < entries.length; at += 1) {
    if (!endsChunk((entries[at] as Entry).row)) continue;
    chunks.push(new Chunk(entries.slice(from, at + 1)));
    from = at + 1;
  }
  return from === 0 ? entries : entries.slice(from);
}

/** One row in so many that chunks are of the right length, however long their rows. */
export function endsChunk({ digest, length }: Row): boolean {
  const number =
    (ALPHABET.indexOf(digest.charAt(0)) * 64 + ALPHABET.indexOf(digest.charAt(1))) * 64 +
    ALPHABET.indexOf(digest.charAt(2));
  return number * SIZE < length * 64 ** 3;
}

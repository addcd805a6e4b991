import { createHash } from 'node:crypto';
import type { List } from '../../../endpoints/lists/index.ts';
import type { Snapshot, SnapshotRow } from '../../../endpoints/read-model/types.ts';
import { DIGEST, DIGEST_LENGTH, FORMAT, fingerprint, type Header, MAGIC, type Metadata } from './layout.ts';

const OTHER_VERSION = 'it was written by another version';

/**
 * Whether a file that begins like this is worth reading.
 *
 * @throws Error that says why it is not
 */
export function checkBeginning(beginning: Buffer): void {
  const line = beginning.subarray(0, MAGIC.length + 16).toString('latin1');
  if (line === '') throw new Error('it is empty');
  if (!line.startsWith(MAGIC)) throw new Error('it is no checkpoint');
  if (!line.startsWith(`${FORMAT}\n`, MAGIC.length)) throw new Error(OTHER_VERSION);
}

/**
 * A snapshot of the blocks of a whole file. Its elements are views of them, so that nothing is held twice.
 *
 * @throws Error that says what is wrong with the file
 */
export function decodeSnapshot(blocks: readonly Buffer[], lists: readonly List[]): Snapshot {
  const size = blocks.reduce((sum, { length }) => sum + length, 0);
  if (!digestMatches(blocks, size - DIGEST_LENGTH)) {
    throw new Error('it is broken, its digest is not that of its bytes');
  }
  const cursor = new Cursor(blocks);
  cursor.take(`${MAGIC}${FORMAT}\n`.length);
  const header = cursor.json() as Header;
  if (header.fingerprint !== fingerprint(lists)) throw new Error(OTHER_VERSION);
  return {
    settings: header.settings,
    lists: header.lists.map(({ slug, rows }) => ({ slug, rows: takeRows(cursor, rows) })),
  };
}

function digestMatches(blocks: readonly Buffer[], content: number): boolean {
  if (content < 0) return false;
  const digest = createHash(DIGEST);
  const cursor = new Cursor(blocks);
  for (const { length } of blocks) digest.update(cursor.take(Math.min(length, content - cursor.taken)));
  return digest.digest().equals(cursor.take(DIGEST_LENGTH));
}

function takeRows(cursor: Cursor, count: number): SnapshotRow[] {
  const rows: SnapshotRow[] = [];
  while (rows.length < count) {
    for (const [documentId, apiId, position, linkRanks, length] of cursor.json() as Metadata[]) {
      rows.push({
        documentId,
        apiId,
        position: Number(position),
        linkRanks: linkRanks.map(Number),
        bytes: cursor.take(length),
      });
    }
  }
  return rows;
}

/** Takes one stretch after the other out of blocks. */
class Cursor {
  taken = 0;
  readonly #blocks: readonly Buffer[];
  #block = 0;
  #offset = 0;

  constructor(blocks: readonly Buffer[]) {
    this.#blocks = blocks;
  }

  /** A view, or a copy of what lies in more than one block. @throws RangeError past the end */
  take(length: number): Buffer {
    const stretches: Buffer[] = [];
    for (let missing = length; missing > 0; ) {
      const block = this.#blocks[this.#block];
      if (!block) throw new RangeError('it is broken, it ends too early');
      const stretch = block.subarray(this.#offset, this.#offset + missing);
      stretches.push(stretch);
      missing -= stretch.length;
      this.#offset += stretch.length;
      if (this.#offset === block.length) {
        this.#block++;
        this.#offset = 0;
      }
    }
    this.taken += length;
    const [only = Buffer.alloc(0)] = stretches;
    return stretches.length > 1 ? Buffer.concat(stretches) : only;
  }

  /** What stands after the length of its JSON. */
  json(): unknown {
    const length = this.take(4).readUInt32BE();
    return JSON.parse(this.take(length).toString());
  }
}

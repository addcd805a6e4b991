import { createHash } from 'node:crypto';
import type { List } from '../../../endpoints/lists/index.ts';
import type { Snapshot, SnapshotRow } from '../../../endpoints/read-model/types.ts';
import {
  DIGEST,
  FORMAT,
  fingerprint,
  GROUP,
  type Header,
  MAGIC,
  type Metadata,
  toNumeral,
} from './layout.ts';

/** Bytes made at a time: with the digest some tenths of a millisecond, also where the elements are short. */
export const BLOCK = 128 * 1024;

/**
 * A checkpoint's bytes in blocks of at most {@link BLOCK}. All of them lie in the same memory: a block has to be
 * written before the next one is asked for.
 */
export function* encodeSnapshot(snapshot: Snapshot, lists: readonly List[]): Generator<Buffer> {
  const digest = createHash(DIGEST);
  const block = Buffer.allocUnsafeSlow(BLOCK);
  let filled = 0;
  for (const piece of pieces(snapshot, lists)) {
    for (let from = 0; from < piece.length; ) {
      const copied = piece.copy(block, filled, from);
      from += copied;
      filled += copied;
      if (filled < BLOCK) continue;
      digest.update(block);
      yield block;
      filled = 0;
    }
  }
  const rest = block.subarray(0, filled);
  digest.update(rest);
  yield rest;
  yield digest.digest();
}

function* pieces({ settings, lists: contents }: Snapshot, lists: readonly List[]): Generator<Buffer> {
  yield Buffer.from(`${MAGIC}${FORMAT}\n`);
  const header: Header = {
    fingerprint: fingerprint(lists),
    settings,
    lists: contents.map(({ slug, rows }) => ({ slug, rows: rows.length })),
  };
  yield* measured(header);
  for (const { rows } of contents) {
    for (let first = 0; first < rows.length; first += GROUP) {
      const group = rows.slice(first, first + GROUP);
      yield* measured(group.map(toMetadata));
      for (const { bytes } of group) yield bytes;
    }
  }
}

function* measured(value: unknown): Generator<Buffer> {
  const json = Buffer.from(JSON.stringify(value));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  yield length;
  yield json;
}

function toMetadata({ documentId, apiId, position, linkRanks, bytes }: SnapshotRow): Metadata {
  return [documentId, apiId, toNumeral(position), linkRanks.map(toNumeral), bytes.length];
}

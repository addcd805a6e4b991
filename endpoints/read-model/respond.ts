import { createHash } from 'node:crypto';
import type { ListResponse, SnapshotEntry } from './types.ts';

/** Bytes of a digest that are kept for a tag. */
const TAG_LENGTH = 16;

/** Joins an order to the body that is sent. */
export function respond(entries: readonly SnapshotEntry[]): ListResponse {
  let length = Math.max(2, entries.length + 1);
  for (const { row } of entries) length += row.bytes.length;
  // Slow: in memory of its own, which goes when the body goes.
  const body = Buffer.allocUnsafeSlow(length);
  let at = body.write('[', 'latin1');
  for (const [index, { row }] of entries.entries()) {
    if (index > 0) at += body.write(',', at, 'latin1');
    at += row.bytes.copy(body, at);
  }
  body.write(']', at, 'latin1');
  return { body, length, etag: entityTag(entries) };
}

/** The same wherever the same elements are served in the same order. */
export function entityTag(entries: readonly SnapshotEntry[]): string {
  const hash = createHash('sha256');
  for (const { row } of entries) hash.update(row.digest);
  return `"${hash.digest().toString('base64url', 0, TAG_LENGTH)}"`;
}

import type { Hash } from 'node:crypto';

/** Bytes of a digest that are kept: more than enough to tell elements, and lists, apart. */
const LENGTH = 16;

/** The beginning of a digest, in base64url. Ends the hash. */
export function shortDigest(hash: Hash): string {
  return hash.digest().toString('base64url', 0, LENGTH);
}

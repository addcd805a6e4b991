import { createHash, type Hash } from 'node:crypto';

/** Bytes of a digest that are kept: more than enough to tell elements, and lists, apart. */
const LENGTH = 16;

/** The beginning of a digest, in base64url. Ends the hash. */
export function shortDigest(hash: Hash): string {
  return hash.digest().toString('base64url', 0, LENGTH);
}

/** SHA-256 of these, one after the other, in base64url. */
export function digestOf(...parts: (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
}

import crypto from 'node:crypto';
import { promisify } from 'node:util';
import type { BasePayload, CollectionSlug } from 'payload';

/** How Payload hashes a password. */
const HASH = { iterations: 600_000, length: 32, digest: 'sha256' };

/**
 * Takes as long over a sign-in with an address that nobody has as Payload takes over one that somebody has. Payload 3.90 answers
 * the former at once: by the time that takes, anybody could tell who has an account.
 *
 * Depends on it: that nobody learns who edits the portal.
 */
export async function workAsForUser(
  payload: BasePayload,
  collection: string,
  { email, password }: { email: string; password?: unknown },
): Promise<void> {
  if (typeof password !== 'string') return;
  const where = { email: { equals: email } };
  const { totalDocs } = await payload.count({ collection: collection as CollectionSlug, where });
  if (totalDocs > 0) return;
  const salt = crypto.randomBytes(32).toString('hex');
  await promisify(crypto.pbkdf2)(password, salt, HASH.iterations, HASH.length, HASH.digest);
}

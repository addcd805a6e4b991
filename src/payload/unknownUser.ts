import crypto from 'node:crypto';
import { promisify } from 'node:util';
import type { BasePayload, CollectionSlug } from 'payload';

/** The parameters of Payload's password hash. */
const HASH = { iterations: 600_000, length: 32, digest: 'sha256' };

/**
 * Makes a sign-in with an unknown address take as long as one with a known address. Payload 3.90 answers an unknown address at
 * once, so the response time would reveal who has an account.
 *
 * Needed for: accounts that cannot be enumerated.
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

import { createHash } from 'node:crypto';
import type { List } from '../../../endpoints/lists/index.ts';
import type { PortalSettings } from '../../../endpoints/read-model/types.ts';

/**
 * A checkpoint's bytes, in this order:
 *
 * - MAGIC, the format's number and a line feed;
 * - the length of the header in 4 bytes, and the {@link Header} as JSON;
 * - the rows of every list in groups of {@link GROUP}: the length of their metadata in 4 bytes, the {@link Metadata} of
 *   each as one JSON array, and their elements' bytes as they are served, one after the other;
 * - the SHA-256 of all of that.
 *
 * Integers are big-endian.
 */
export const MAGIC = 'payload-portal-content checkpoint ';

/** To be raised with every change of the layout, of `PortalSettings`, or of what a row's metadata means. */
export const FORMAT = 1;

/** Rows whose metadata are written as one: many cost little more than one does. */
export const GROUP = 64;

export const DIGEST = 'sha256';
export const DIGEST_LENGTH = 32;

export interface Header {
  fingerprint: string;
  settings: PortalSettings;
  lists: { slug: string; rows: number }[];
}

/** `documentId`, `apiId`, `position`, `linkRanks`, and the length of the element in bytes. */
export type Metadata = [string, number, Numeral, Numeral[], number];

/** JSON has no Infinity: what it lacks is spelled out. */
type Numeral = number | string;

export function toNumeral(value: number): Numeral {
  return Number.isFinite(value) ? value : String(value);
}

/** Tells the lists of this version of the project, and of this host, from those of another. */
export function fingerprint(lists: readonly List[]): string {
  const known = lists.map(({ key: slug, keys, perLink }) => [slug, keys, perLink?.field ?? null]);
  return createHash(DIGEST).update(JSON.stringify(known)).digest('base64url');
}

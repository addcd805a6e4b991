import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { DraftLinkRow } from './collection.ts';

type Signed = Pick<DraftLinkRow, 'collectionSlug' | 'document' | 'id' | 'madeAt'>;

/** What a token is compared with where there is no such link, so that the answer takes as long. */
const NO_LINK: Signed = { id: '', collectionSlug: '', document: '', madeAt: '' };

/**
 * Signs what a link is for, too: after a restore, the database gives numbers of links once more. The key is derived from Payload's
 * secret for this purpose alone, and nothing of it is stored: a stolen database opens no draft.
 */
function signatureOf({ collectionSlug, document, id, madeAt }: Signed, secret: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'payload-portal-content draft links', 32));
  const signed = [String(id), collectionSlug, document, madeAt && new Date(madeAt).toISOString()];
  return createHmac('sha256', key).update(JSON.stringify(signed)).digest();
}

/** The secret part of a link's address. */
export function tokenOf(link: Signed, secret: string): string {
  return `${link.id}.${signatureOf(link, secret).toString('base64url')}`;
}

/** The id that a token names; undefined if it is no token. */
export const idInToken = (token: string): string | undefined => /^([\w-]{1,64})\.[\w-]{43}$/.exec(token)?.[1];

/** True if the token is that of the link. */
export function isTokenOf(token: string, link: Signed | undefined, secret: string): boolean {
  const given = Buffer.from(token.split('.')[1] ?? '', 'base64url');
  const expected = signatureOf(link ?? NO_LINK, secret);
  return given.length === expected.length && timingSafeEqual(given, expected) && link !== undefined;
}

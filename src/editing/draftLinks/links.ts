import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createLocalReq, type Payload, type PayloadRequest, type Where } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { portalOf, type RawDocument, slugOf } from '../../../collections/portal/portal.ts';
import { newestVersion, newestVersions } from '../../payload/versions.ts';
import { documentIdOf } from '../documentId.ts';
import { DRAFT_LINKS, type DraftLinkRow } from './collection.ts';

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
function tokenOf(link: Signed, secret: string): string {
  return `${link.id}.${signatureOf(link, secret).toString('base64url')}`;
}

/** The id that a token names; undefined if it is no token. */
const idInToken = (token: string): string | undefined => /^([\w-]{1,64})\.[\w-]{43}$/.exec(token)?.[1];

/** True if the token is that of the link. */
function isTokenOf(token: string, link: Signed | undefined, secret: string): boolean {
  const given = Buffer.from(token.split('.')[1] ?? '', 'base64url');
  const expected = signatureOf(link ?? NO_LINK, secret);
  return given.length === expected.length && timingSafeEqual(given, expected) && link !== undefined;
}

type Id = number | string;

/** Next's `basePath`, which withPayload() notes. */
const BASE_PATH = process.env.NEXT_BASE_PATH ?? '';

/** The path under which a link and its pictures are read. */
export const DRAFTS_PATH = '/portal-drafts';

/** The path of a link on this server. */
export function pathOf({ config, secret }: Payload, link: DraftLinkRow): string {
  return `${BASE_PATH}${config.routes.api}${DRAFTS_PATH}/${tokenOf(link, secret)}`;
}

/** The address of a link, to be given to others. */
export function addressOf(payload: Payload, link: DraftLinkRow): string {
  return `${portalOf(payload.config).serverUrl}${pathOf(payload, link)}`;
}

/** What a database takes as the number of a row. */
const isRowNumber = (id: number) => id >= 0 && id < 2 ** 31;

/** The link with this token, whether or not it still holds; undefined if there is none. */
export async function linkByToken(payload: Payload, token: string): Promise<DraftLinkRow | undefined> {
  const id = documentIdOf(payload, DRAFT_LINKS, idInToken(token) ?? '-1');
  const where = { id: { equals: id } };
  const isId = typeof id === 'string' || isRowNumber(id);
  const found = isId ? await payload.db.findOne<DraftLinkRow>({ collection: DRAFT_LINKS, where }) : null;
  return isTokenOf(token, found ?? undefined, payload.secret) ? (found ?? undefined) : undefined;
}

/** The newest draft of a document; undefined if its newest version is no draft. */
export async function newestDraft(
  payload: Payload,
  collection: string,
  id: Id,
): Promise<RawDocument | undefined> {
  const newest = (await newestVersions({ payload }, collection, [id])).get(String(id));
  return newest?.version._status === 'draft' ? { ...newest.version, id } : undefined;
}

/**
 * When a document was last published or in the trash, in milliseconds since 1970; 0 if it never was. Published versions are never
 * pruned.
 */
async function lastEnd(payload: Payload, collection: string, id: Id): Promise<number> {
  const ends: Where[] = [{ 'version._status': { equals: 'published' } }];
  if (payload.collections[collection as never]?.config.trash)
    ends.push({ 'version.deletedAt': { exists: true } });
  const which = { where: [{ or: ends }], fields: [] };
  const last = await newestVersion({ payload }, collection, id, which);
  return last ? Date.parse(last.updatedAt) : 0;
}

/** A request of the user who made a link, with the rights that this user has now; undefined if the user is gone. */
async function makerOf(payload: Payload, { maker }: DraftLinkRow): Promise<PayloadRequest | undefined> {
  const [collection = '', id = ''] = maker.split(' ');
  if (!payload.collections[collection as never]) return undefined;
  const found = await payload.findByID({
    collection: collection as never,
    id: documentIdOf(payload, collection, id),
    depth: 0,
    disableErrors: true,
  });
  return found ? createLocalReq({ user: { ...(found as object), collection } as never }, payload) : undefined;
}

/** True if the user who made a link may still show that document to others. */
async function mayMaker(payload: Payload, link: DraftLinkRow, id: Id): Promise<boolean> {
  const req = await makerOf(payload, link);
  if (!req || !(await may.shareDraft(req))) return false;
  const found = await payload.findByID({
    collection: link.collectionSlug as never,
    id,
    depth: 0,
    disableErrors: true,
    draft: true,
    overrideAccess: false,
    req,
    select: {},
  });
  // Not what is in the trash.
  return Boolean(found);
}

/**
 * The draft that a link shows; undefined once the link has ended: it is too old or revoked; the document was published or in the
 * trash since it was made, is deleted, or has no draft any more; the user who made it is gone, or may not show the document any more.
 */
export async function draftOf(payload: Payload, link: DraftLinkRow): Promise<RawDocument | undefined> {
  const { collectionSlug: slug } = link;
  if (link.revokedAt || Date.parse(link.expiresAt) <= Date.now()) return undefined;
  const portal = portalOf(payload.config);
  if (!portal.lists.some(({ key }) => slugOf(portal, key) === slug)) return undefined;
  const id = documentIdOf(payload, slug, link.document);
  const draft = await newestDraft(payload, slug, id);
  if (!draft || (await lastEnd(payload, slug, id)) >= Date.parse(link.madeAt)) return undefined;
  return (await mayMaker(payload, link, id)) ? draft : undefined;
}

/** The links of a document that still hold, the newest first. */
export async function linksOf(payload: Payload, collection: string, id: Id): Promise<DraftLinkRow[]> {
  const { docs } = await payload.db.find<DraftLinkRow>({
    collection: DRAFT_LINKS,
    limit: 0,
    pagination: false,
    sort: '-madeAt',
    where: {
      and: [
        { document: { equals: String(id) } },
        { collectionSlug: { equals: collection } },
        { revokedAt: { exists: false } },
        { expiresAt: { greater_than: new Date().toISOString() } },
      ],
    },
  });
  const holding: DraftLinkRow[] = [];
  for (const link of docs) if (await draftOf(payload, link)) holding.push(link);
  return holding;
}

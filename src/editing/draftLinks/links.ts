import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import {
  type CollectionAfterChangeHook,
  type CollectionConfig,
  createLocalReq,
  type Field,
  type Payload,
  type PayloadRequest,
  type Where,
} from 'payload';
import { noAccess } from '../../../collections/access/index.ts';
import { may } from '../../../collections/policies/may.ts';
import { editorOf, portalOf, type RawDocument, slugOf } from '../../../collections/portal/portal.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { newestVersion, newestVersions } from '../../payload/versions.ts';
import { documentIdOf } from '../documentId.ts';

/** The slug of the collection of links that show a draft. */
export const DRAFT_LINKS = 'portal-draft-links';

/** A link that shows the newest draft of one document. */
export interface DraftLinkRow {
  id: number | string;
  collectionSlug: string;
  document: string;
  /** Of the document, when the link was made. */
  title: string;
  madeBy: string;
  /** The key of the user who made it, whose rights it has. */
  maker: string;
  /** ISO 8601, as are all times. */
  madeAt: string;
  expiresAt: string;
  revokedAt?: string | null;
  revokedBy?: string | null;
  /** How often it was opened, once a minute at most. */
  opened: number;
  lastOpenedAt?: string | null;
}

const text = (name: string, index = false): Field => ({ name, type: 'text', index });
const time = (name: string): Field => ({ name, type: 'date' });

/** The links that show a draft. They are read and written by their endpoints alone. */
export const DraftLinks: CollectionConfig = {
  slug: DRAFT_LINKS,
  labels: {
    singular: bilingual('Σύνδεσμος προεπισκόπησης', 'Draft link'),
    plural: bilingual('Σύνδεσμοι προεπισκόπησης', 'Draft links'),
  },
  access: noAccess,
  admin: { hidden: true },
  disableDuplicate: true,
  lockDocuments: false,
  timestamps: false,
  fields: [
    text('collectionSlug'),
    text('document', true),
    text('title'),
    text('madeBy'),
    text('maker'),
    time('madeAt'),
    time('expiresAt'),
    time('revokedAt'),
    text('revokedBy'),
    { name: 'opened', type: 'number', defaultValue: 0 },
    time('lastOpenedAt'),
  ],
};

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

/** True if the token is that of the link, in its one spelling: the last character of base64url has bits that say nothing. */
function isTokenOf(token: string, link: Signed | undefined, secret: string): boolean {
  const given = Buffer.from(token);
  const expected = Buffer.from(tokenOf(link ?? NO_LINK, secret));
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

/** When a document was last published, in milliseconds since 1970; 0 if it never was. Published versions are never pruned. */
async function lastPublished(payload: Payload, collection: string, id: Id): Promise<number> {
  const which = { where: [{ 'version._status': { equals: 'published' } }], fields: [] };
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
  if (!draft || (await lastPublished(payload, slug, id)) >= Date.parse(link.madeAt)) return undefined;
  return (await mayMaker(payload, link, id)) ? draft : undefined;
}

/** Ends the links that still hold, for good. */
export async function endLinks(req: PayloadRequest, which: Where): Promise<void> {
  if (!req.payload.collections[DRAFT_LINKS as never]) return;
  const data = { revokedAt: new Date().toISOString(), revokedBy: editorOf(req) };
  const where = { and: [which, notEnded()] };
  await req.payload.db.updateMany({ collection: DRAFT_LINKS, data, req, returning: false, where });
}

/** Ends the links of a document that goes to the trash, for good. The versions that say so are pruned later. */
export const endDraftLinks: CollectionAfterChangeHook = async ({ collection, doc, previousDoc, req }) => {
  const own = { document: { equals: String(doc.id) }, collectionSlug: { equals: collection.slug } };
  if (doc.deletedAt && !previousDoc?.deletedAt) await endLinks(req, own);
  return doc;
};

/** The links that nobody has revoked, and whose time is not over. */
const notEnded = (): Where => ({
  revokedAt: { exists: false },
  expiresAt: { greater_than: new Date().toISOString() },
});

/** The links of a document that still hold, the newest first. */
export async function linksOf(payload: Payload, collection: string, id: Id): Promise<DraftLinkRow[]> {
  const { docs } = await payload.db.find<DraftLinkRow>({
    collection: DRAFT_LINKS,
    limit: 0,
    pagination: false,
    sort: '-madeAt',
    where: {
      and: [{ document: { equals: String(id) } }, { collectionSlug: { equals: collection } }, notEnded()],
    },
  });
  const holding: DraftLinkRow[] = [];
  for (const link of docs) if (await draftOf(payload, link)) holding.push(link);
  return holding;
}

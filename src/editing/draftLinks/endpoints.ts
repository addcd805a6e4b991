import { type Endpoint, Forbidden, type PayloadHandler, type PayloadRequest } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import type { RawDocument } from '../../../collections/portal/portal.ts';
import { editorKeyOf, editorOf } from '../../../collections/portal/portal.ts';
import { recordAction } from '../../audit/index.ts';
import { bilingual, titleOf } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { documentIdIn } from '../documentId.ts';
import { DRAFT_LINKS, type DraftLinkRow } from './collection.ts';
import { addressOf, linksOf, newestDraft } from './links.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Days for which a link holds: by default, and at most. */
const DAYS = { usual: 7, most: 90 };
/** Days for which a link is kept after its time is over. */
const KEPT = 90;
/** How many links of one document may hold at the same time. */
const MOST = 20;

const NO_DAYS = bilingual(
  `Λείπει για πόσες μέρες: days, από 1 έως ${DAYS.most}.`,
  `It is not said for how many days: days, from 1 to ${DAYS.most}.`,
);
const NO_DRAFT = bilingual(
  'Δεν υπάρχει πρόχειρο να δείξει ο σύνδεσμος: η νεότερη έκδοση είναι δημοσιευμένη. Αποθηκεύστε πρώτα ένα πρόχειρο.',
  'There is no draft to show: the newest version is published. Save a draft first.',
);
const TOO_MANY = bilingual(
  `Ισχύουν ήδη ${MOST} σύνδεσμοι για αυτό το έγγραφο. Ανακαλέστε όσους δεν χρειάζονται.`,
  `${MOST} links to this document hold already. Revoke those that are not needed.`,
);
const GONE = bilingual(
  'Ο σύνδεσμος έχει ήδη λήξει ή ανακληθεί. Φορτώστε ξανά τη σελίδα.',
  'The link has expired or been revoked already. Reload the page.',
);
const OF_ANOTHER = bilingual(
  'Τον σύνδεσμο τον έφτιαξε άλλος. Ζητήστε από εκείνον, ή από όποιον δημοσιεύει, να τον ανακαλέσει.',
  'Somebody else has made the link. Ask them, or somebody who publishes, to revoke it.',
);

/** A link for the admin. */
export interface DraftLink
  extends Pick<DraftLinkRow, 'expiresAt' | 'id' | 'lastOpenedAt' | 'madeAt' | 'madeBy' | 'opened'> {
  address: string;
  mayRevoke: boolean;
}

/**
 * The endpoints of links to the draft of a document: `GET` and `POST /:id/draft-links` list those that hold and make one for
 * `?days=`, `DELETE /:id/draft-links/:link` revokes one.
 */
export function draftLinkEndpoints(collection: string): Omit<Endpoint, 'root'>[] {
  return [
    { path: '/:id/draft-links', method: 'get', handler: list(collection) },
    { path: '/:id/draft-links', method: 'post', handler: make(collection) },
    { path: '/:id/draft-links/:link', method: 'delete', handler: revoke(collection) },
  ];
}

function list(collection: string): PayloadHandler {
  return async (req) => {
    const { id } = await sharedDocument(req, collection);
    const links = await linksOf(req.payload, collection, id);
    return Response.json({ docs: await Promise.all(links.map((link) => described(req, link))) });
  };
}

function make(collection: string): PayloadHandler {
  return async (req) => {
    const document = await sharedDocument(req, collection);
    const { payload } = req;
    const days = Number(req.query.days ?? DAYS.usual);
    if (!Number.isInteger(days) || days < 1 || days > DAYS.most) throw new Refusal(req, NO_DAYS, 400);
    if (!(await newestDraft(payload, collection, document.id))) throw new Refusal(req, NO_DRAFT, 409);
    if ((await linksOf(payload, collection, document.id)).length >= MOST)
      throw new Refusal(req, TOO_MANY, 409);
    const { admin } = payload.collections[collection as never]?.config ?? {};
    const now = Date.now();
    const data: Omit<DraftLinkRow, 'id'> = {
      collectionSlug: collection,
      document: String(document.id),
      title: titleOf(admin ?? {}, document) ?? String(document.id),
      madeBy: editorOf(req) ?? '',
      maker: editorKeyOf(req) ?? '',
      madeAt: new Date(now).toISOString(),
      expiresAt: new Date(now + days * DAY).toISOString(),
      opened: 0,
    };
    const oldest = new Date(now - KEPT * DAY).toISOString();
    await payload.db.deleteMany({
      collection: DRAFT_LINKS,
      req,
      where: { expiresAt: { less_than: oldest } },
    });
    const link = (await payload.db.create({ collection: DRAFT_LINKS, data, req })) as unknown as DraftLinkRow;
    const note = `until ${data.expiresAt}`;
    await recordAction(req, { ...named(link), action: 'draftLinkMade', note });
    return Response.json({ link: await described(req, link) }, { status: 201 });
  };
}

function revoke(collection: string): PayloadHandler {
  return async (req) => {
    const { id } = await sharedDocument(req, collection);
    const links = await linksOf(req.payload, collection, id);
    const link = links.find((each) => String(each.id) === req.routeParams?.link);
    if (!link) throw new Refusal(req, GONE, 404);
    if (!(await mayRevoke(req, link))) throw new Refusal(req, OF_ANOTHER, 403);
    const data = { revokedAt: new Date().toISOString(), revokedBy: editorOf(req) };
    await req.payload.db.updateOne({ collection: DRAFT_LINKS, id: link.id, data, req, returning: false });
    await recordAction(req, { ...named(link), action: 'draftLinkRevoked' });
    return Response.json({ link: await described(req, link) });
  };
}

/** What the audit log calls the document of a link. */
const named = ({ collectionSlug: collection, document, title }: DraftLinkRow) => ({
  collection,
  document,
  title,
});

/** The document in the path of a request of somebody who may show it to others. @throws Forbidden, NotFound */
async function sharedDocument(req: PayloadRequest, collection: string): Promise<RawDocument> {
  if (!(await may.shareDraft(req))) throw new Forbidden(req.t);
  const id = documentIdIn(req, collection);
  const { useAsTitle } = req.payload.collections[collection as never]?.config.admin ?? {};
  const found: unknown = await req.payload.findByID({
    collection: collection as never,
    id,
    depth: 0,
    draft: true,
    overrideAccess: false,
    req,
    select: (useAsTitle ? { [useAsTitle]: true } : {}) as never,
  });
  return found as RawDocument;
}

const mayRevoke = (req: PayloadRequest, { maker }: DraftLinkRow) =>
  may.revokeDraftLink(req, { isOwn: maker === editorKeyOf(req) });

async function described(req: PayloadRequest, link: DraftLinkRow): Promise<DraftLink> {
  const { expiresAt, id, lastOpenedAt = null, madeAt, madeBy, opened } = link;
  const address = addressOf(req.payload, link);
  return {
    id,
    address,
    madeBy,
    madeAt,
    expiresAt,
    opened,
    lastOpenedAt,
    mayRevoke: await mayRevoke(req, link),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { PayloadRequest } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { editorKeyOf, editorOf } from '../../../collections/portal/portal.ts';
import { recordAction } from '../../audit/index.ts';
import { claim, release } from '../../database/counter.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { type AskedDocument, documentEndpoint } from '../documentEndpoint.ts';
import type { Addition } from '../withAdditions.ts';
import { addressOf, DRAFT_LINKS, type DraftLinkRow, linksOf, newestDraft } from './links.ts';

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

/** Lists the links to the draft of a document that hold. */
const list = documentEndpoint({
  path: '/:id/draft-links',
  method: 'get',
  right: may.shareDraft,
  read: [],
  run: async (req, { collection, id }) => {
    const links = await linksOf(req.payload, collection, id);
    return { docs: await Promise.all(links.map((link) => described(req, link))) };
  },
});

/** Makes a link that holds for `?days=`. */
const make = documentEndpoint({
  path: '/:id/draft-links',
  method: 'post',
  right: may.shareDraft,
  read: [],
  body: (req) => {
    const days = Number(req.query.days ?? DAYS.usual);
    if (!Number.isInteger(days) || days < 1 || days > DAYS.most) throw new Refusal(req, NO_DAYS, 400);
    return days;
  },
  run: (req, asked) => alone(req, `draft-links ${asked.collection} ${asked.id}`, () => newLink(req, asked)),
});

/** How long one request may keep the others of a document waiting, in milliseconds. */
const TURN = 10_000;

/** One request at a time, in any process: of those at once, each has to see the links of the others. */
async function alone<T>(req: PayloadRequest, key: string, work: () => Promise<T>): Promise<T> {
  while (!(await claim(req, key, TURN))) await sleep(100);
  return work().finally(() => release(req.payload, [key], undefined));
}

async function newLink(
  req: PayloadRequest,
  { body: days, collection, id, title }: AskedDocument<number>,
): Promise<Response> {
  const { payload } = req;
  if (!(await newestDraft(payload, collection, id))) throw new Refusal(req, NO_DRAFT, 409);
  if ((await linksOf(payload, collection, id)).length >= MOST) throw new Refusal(req, TOO_MANY, 409);
  const now = Date.now();
  const data: Omit<DraftLinkRow, 'id'> = {
    collectionSlug: collection,
    document: String(id),
    title,
    madeBy: editorOf(req) ?? '',
    maker: editorKeyOf(req) ?? '',
    madeAt: new Date(now).toISOString(),
    expiresAt: new Date(now + days * DAY).toISOString(),
    opened: 0,
  };
  const oldest = new Date(now - KEPT * DAY).toISOString();
  const isOld = { expiresAt: { less_than: oldest } };
  await payload.db.deleteMany({ collection: DRAFT_LINKS, req, where: isOld });
  const link = (await payload.db.create({ collection: DRAFT_LINKS, data, req })) as unknown as DraftLinkRow;
  const note = `until ${data.expiresAt}`;
  await recordAction(req, { collection, document: id, title, action: 'draftLinkMade', note });
  return Response.json({ link: await described(req, link) }, { status: 201 });
}

/** Ends a link. */
const revoke = documentEndpoint({
  path: '/:id/draft-links/:link',
  method: 'delete',
  right: may.shareDraft,
  read: [],
  run: async (req, { collection, id, title }) => {
    const links = await linksOf(req.payload, collection, id);
    const link = links.find((each) => String(each.id) === req.routeParams?.link);
    if (!link) throw new Refusal(req, GONE, 404);
    if (!(await mayRevoke(req, link))) throw new Refusal(req, OF_ANOTHER, 403);
    const data = { revokedAt: new Date().toISOString(), revokedBy: editorOf(req) };
    await req.payload.db.updateOne({ collection: DRAFT_LINKS, id: link.id, data, req, returning: false });
    await recordAction(req, { collection, document: id, title, action: 'draftLinkRevoked' });
    return { link: await described(req, link) };
  },
});

/** The button for links that show a draft, and its endpoints. */
export const draftLinksOfForm: Addition = {
  controls: ['payload-portal-content/client#DraftLinks'],
  endpoints: [list, make, revoke],
};

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

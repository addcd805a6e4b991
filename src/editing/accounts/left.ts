import type { CollectionAfterChangeHook, CollectionBeforeDeleteHook, PayloadRequest, Where } from 'payload';
import { isClosed } from '../../../collections/policies/may.ts';
import { portalOf, slugOf } from '../../../collections/portal/portal.ts';
import { type Bilingual, bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { drafts, reviews, type Scope } from '../dashboard/documents.ts';
import { formatterOf, WORDS } from '../dashboard/words.ts';
import { endLinks } from '../draftLinks/links.ts';
import { plannedFor } from '../planning/plans.ts';

/** Documents of a kind that are named. */
const MOST = 20;

const IN_REVIEW = bilingual('Σε έγκριση', 'In review');
const DRAFTS = bilingual('Πρόχειρα', 'Drafts');

/** What an account has planned, submitted or was asked to approve, and drafted, for somebody else to take over: a sentence for each kind. */
async function leftOf(req: PayloadRequest, id: number | string): Promise<string[]> {
  const { collections, config } = req.payload;
  const portal = portalOf(config);
  const key = `${portal.users} ${id}`;
  const words = formatterOf(req.payload, req.i18n);
  const configs = portal.lists.flatMap((list) => collections[slugOf(portal, list.key)]?.config ?? []);
  const scope: Scope = { req, collections: configs, words };
  const plans = (await plannedFor(req.payload, { req })).filter(({ planner }) => `${planner.id}` === `${id}`);
  const own: Where = { requestedByKey: { equals: key } };
  const asked: Where = { or: [own, { assignee: { equals: `${id}` } }] };
  const submissions = [
    reviews(scope, MOST, 'requested', [asked]),
    reviews(scope, MOST, 'sentBack', [own]),
    reviews(scope, MOST, 'approved', [own]),
  ];
  const kinds: [Bilingual, { title: string }[]][] = [
    [WORDS.planned, plans],
    [IN_REVIEW, (await Promise.all(submissions)).flat()],
    [DRAFTS, await drafts(scope, MOST, { equals: key })],
  ];
  return kinds.flatMap(([label, documents]) => {
    const titles = documents.slice(0, MOST).map(({ title }) => `«${title}»`);
    return titles.length > 0 ? `${words.say(label)}: ${titles.join(', ')}.` : [];
  });
}

const madeBy = (users: string, id: number | string): Where => ({ maker: { equals: `${users} ${id}` } });

/** Refuses users to delete an account to which something refers. Code on the server may. */
export const refuseDeletionWhileLeft: CollectionBeforeDeleteHook = async ({ collection, id, req }) => {
  const left = req.user ? await leftOf(req, id) : [];
  // They would be those of another account with its number.
  if (left.length === 0) return endLinks(req, madeBy(collection.slug, id));
  const all = left.join(' ');
  const text = bilingual(
    `Ο λογαριασμός δεν διαγράφεται όσο κάτι είναι δικό του. Κλείστε τον, ή ας τα αναλάβει πρώτα άλλος. ${all}`,
    `The account cannot be deleted while something is its own. Close it, or have somebody else take over first. ${all}`,
  );
  throw new Refusal(req, text, 409);
};

/** Ends the links of an account that is closed, for good. */
export const endLinksOfClosed: CollectionAfterChangeHook = async ({ collection, doc, previousDoc, req }) => {
  if (isClosed(doc) && !isClosed(previousDoc)) await endLinks(req, madeBy(collection.slug, doc.id));
  return doc;
};

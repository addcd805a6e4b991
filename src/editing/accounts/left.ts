import type { CollectionAfterChangeHook, CollectionBeforeDeleteHook, PayloadRequest, Where } from 'payload';
import { isClosed } from '../../../collections/policies/may.ts';
import { portalOf, slugOf } from '../../../collections/portal/portal.ts';
import { type Bilingual, bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { drafts, type Item, itemOf, reviews, type Scope } from '../dashboard/documents.ts';
import { formatterOf, WORDS } from '../dashboard/words.ts';
import { endLinks } from '../draftLinks/links.ts';
import { plannedFor } from '../planning/plans.ts';

/** What of one kind refers to an account, and is for somebody else to take over. */
export interface Left {
  label: string;
  items: Item[];
}

/** Items of a kind that are named. */
const MOST = 200;

const IN_REVIEW = bilingual('Σε έγκριση', 'In review');
const DRAFTS = bilingual('Πρόχειρα', 'Drafts');

/** What an account has planned, submitted or was asked to approve, and drafted. Its links to drafts end with it. */
export async function leftOf(req: PayloadRequest, id: number | string): Promise<Left[]> {
  const { collections, config } = req.payload;
  const portal = portalOf(config);
  const key = `${portal.users} ${id}`;
  const words = formatterOf(req.payload, req.i18n);
  const configs = portal.lists.flatMap((list) => collections[slugOf(portal, list.key)]?.config ?? []);
  const scope: Scope = { req, collections: configs, words };
  const plans = (await plannedFor(req.payload, { req }))
    .filter(({ planner }) => String(planner.id) === String(id))
    .map(({ at, document, ...plan }) => itemOf(words, { ...plan, id: document }, [words.time(at)]));
  const own: Where = { requestedByKey: { equals: key } };
  const asked: Where = { or: [own, { assignee: { equals: String(id) } }] };
  const submissions = [
    reviews(scope, MOST, 'requested', [asked]),
    reviews(scope, MOST, 'sentBack', [own]),
    reviews(scope, MOST, 'approved', [own]),
  ];
  const kinds: [Bilingual, Item[]][] = [
    [WORDS.planned, plans],
    [IN_REVIEW, (await Promise.all(submissions)).flat()],
    [DRAFTS, await drafts(scope, MOST, { equals: key })],
  ];
  return kinds
    .map(([label, items]) => ({ label: words.say(label), items }))
    .filter(({ items }) => items.length > 0);
}

const madeBy = (users: string, id: number | string): Where => ({ maker: { equals: `${users} ${id}` } });

/** Refuses users to delete an account to which something refers. Code on the server may. */
export const refuseDeletionWhileLeft: CollectionBeforeDeleteHook = async ({ collection, id, req }) => {
  const left = req.user ? await leftOf(req, id) : [];
  // They would be those of another account with its number.
  if (left.length === 0) return endLinks(req, madeBy(collection.slug, id));
  const all = left.map(({ items, label }) => `${label} (${items.length})`).join(', ');
  const text = bilingual(
    `Ο λογαριασμός δεν διαγράφεται όσο κάτι είναι δικό του: ${all}. Κλείστε τον, ή ας τα αναλάβει πρώτα άλλος: η «Σύνδεση στον λογαριασμό» τα δείχνει.`,
    `The account cannot be deleted while something is its own: ${all}. Close it, or have somebody else take over first: "Signing in" lists it.`,
  );
  throw new Refusal(req, text, 409);
};

/** Ends the links of an account that is closed, for good. */
export const endLinksOfClosed: CollectionAfterChangeHook = async ({ collection, doc, previousDoc, req }) => {
  if (isClosed(doc) && !isClosed(previousDoc)) await endLinks(req, madeBy(collection.slug, doc.id));
  return doc;
};

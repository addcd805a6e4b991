import {
  type CollectionSlug,
  type Endpoint,
  Forbidden,
  NotFound,
  type PayloadRequest,
  type Where,
} from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { editorKeyOf, isPublished, MEDIA, portalOf, slugOf } from '../../../collections/portal/portal.ts';
import { marked, newerThanBase, noteBase, refuseOutdated } from '../../../collections/save/base.ts';
import { readMainDocument } from '../../../collections/save/saveContext.ts';
import { BASE_FIELD } from '../../../collections/save/sentBase.ts';
import { AUDIT_LOG, historyOf, noteText, recordAction } from '../../audit/index.ts';
import { SETTINGS } from '../../changes/reader.ts';
import { inTransaction } from '../../payload/database/transactions.ts';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime } from '../../payload/i18n/zonedTime.ts';
import { Refusal } from '../../payload/rest.ts';
import { copyVersion, newestVersions } from '../../payload/versions.ts';
import { otherOpenForms } from '../base/openForms.ts';
import { collectionAsked, collectionEndpoint, documentEndpoint } from '../documentEndpoint.ts';
import { documentIdIn } from '../documentId.ts';
import { refuseWhilePlanned } from '../planning/hooks.ts';
import type { PlannedAction } from '../planning/words.ts';
import { decidedMeanwhile } from '../review/moves.ts';
import { keepReview, reviewOf } from '../review/reviews.ts';
import { publicationStates } from './states.ts';
import { type PublicationWords, publicationWords } from './words.ts';

/** The maximum number of documents per request: the largest page of a list view. */
const MAX_IDS = 500;

const OF_ANOTHER = bilingual(
  'Το νεότερο πρόχειρο είναι άλλου. Ζητήστε από όποιον δημοσιεύει να επαναφέρει τη δημοσιευμένη έκδοση.',
  "The newer draft is somebody else's. Ask somebody who publishes to revert to what is published.",
);

const WITHDRAWN = bilingual('Αποσύρθηκε', 'Withdrawn');
const WITHDRAWN_BY = bilingual('Αποσύρθηκε από:', 'Withdrawn by:');

/** The status of a document for the admin. */
export interface PublicationAnswer extends PublicationWords {
  title: string;
  standing: string;
  /** Whether elements that embed the document show it. */
  isShown: boolean;
  apiId: number | null;
  /** The path of the list that shows it; null if none does. */
  list: string | null;
  planned: PlannedAction[];
  /** Whether the user may revert a newer draft to the published version. */
  mayRevert: boolean;
}

/**
 * `GET /portal-publication/{collection}?ids=1,2,3`: the status of documents by id. Documents that the user may not read are
 * left out.
 */
const states = collectionEndpoint({
  path: '/portal-publication/:collection',
  method: 'get',
  right: may.read,
  body: ({ query }) =>
    String(query.ids ?? '')
      .split(',')
      .filter(Boolean)
      .slice(0, MAX_IDS),
  run: async (req, { body: ids, collection }) => {
    const found = await publicationStates(req, collection, ids);
    const changed = [...found].flatMap(([id, { standing }]) => (standing === 'changed' ? [id] : []));
    const isAll = changed.length === 0 || (await may.revert(req, { isOwn: false }));
    const revertible = isAll ? new Set(changed) : await ownNewerDrafts(req, collection, changed);
    const answers: Record<string, PublicationAnswer> = {};
    for (const [id, state] of found) {
      const { title, standing, apiId, planned, list = null } = state;
      const words = publicationWords(req, collection, state);
      // Only in a form: a list view would ask once for each row.
      const withdrawn =
        standing === 'withdrawn' && found.size === 1 ? await withdrawal(req, collection, id) : '';
      answers[id] = {
        ...words,
        detail: [words.detail, withdrawn].filter(Boolean).join(' '),
        title,
        standing,
        isShown: standing === 'live' || standing === 'changed',
        apiId,
        list,
        planned,
        mayRevert: revertible.has(id),
      };
    }
    return answers;
  },
});

/** Who withdrew a document, when and why, in words; '' if the audit log does not have it. */
async function withdrawal(req: PayloadRequest, slug: string, id: string): Promise<string> {
  const { i18n, payload } = req;
  if (!(AUDIT_LOG in payload.collections)) return '';
  const entry = (await historyOf(payload, slug, id)).find(({ action }) => action === 'withdrawn');
  if (!entry) return '';
  const style = { timeZone: portalOf(payload.config).timeZone, language: i18n.language };
  const note = noteText(entry, style);
  const said = entry.who
    ? `${translate(WITHDRAWN_BY, style.language)} ${entry.who}`
    : translate(WITHDRAWN, style.language);
  return `${said}, ${formatTime(entry.at, style)}.${note && ` «${note}»`}`;
}

/**
 * `POST /portal-publication/{collection}/{id}/revert`: makes the published version the newest again. The newer draft stays among the
 * versions. Nothing is published, so authors may revert their own drafts.
 */
const revert = documentEndpoint({
  path: '/portal-publication/:collection/:id/revert',
  method: 'post',
  right: may.read,
  read: [],
  body: (_, sent) => sent[BASE_FIELD],
  run: async (req, { body: base, collection, config, id, title }) => {
    noteBase(req, collection, id, base);
    const published = await readMainDocument(req, collection, id);
    if (!published || !isPublished(config, published)) throw new NotFound(req.t);
    const isOwn = (await ownNewerDrafts(req, collection, [id])).has(String(id));
    if (!(await may.revert(req, { isOwn }))) throw new Refusal(req, OF_ANOTHER, 403);
    if (!(await may.changePlanned(req))) await refuseWhilePlanned(req, collection, id);
    const { id: _, ...version } = published;
    await inTransaction(req, async () => {
      await refuseOutdated(req, config, id);
      // It is of the draft that is given up, not of one that somebody writes after it.
      const review = await reviewOf(req, collection, id);
      const ended = { state: 'none', requestedByKey: null } as const;
      if (review && !(await keepReview(req, { collection, id, review }, ended)))
        throw decidedMeanwhile(req, await reviewOf(req, collection, id));
      const mark = marked(req, config, id);
      await copyVersion(req, collection, id, { ...version, ...mark });
      // Payload ignores a newest version that is older than its document.
      const data = { ...mark, updatedAt: new Date().toISOString() };
      await req.payload.db.updateOne({ collection, data, id, req, returning: false });
      await recordAction(req, { action: 'reverted', collection, document: id, title });
    });
    const found = { collection, id, depth: 0, draft: true, overrideAccess: false, req };
    return { doc: await req.payload.findByID(found), message: req.t('version:restoredSuccessfully') };
  },
});

/**
 * `GET /portal-publication/{collection}/{id}/newest?updatedAt=&form=&save=`: the newest state of a document, if a save with
 * this base would be refused for it. That of the settings is at `globals/portal-settings`. With `open=true`, a form in the
 * admin asks, which is told who else has the document open, and the revision of its review.
 */
const newest: Endpoint = {
  path: '/portal-publication/:collection/:id/newest',
  method: 'get',
  handler: async (req) => {
    const { config, id } = await basedOn(req);
    if (req.query.updatedAt !== undefined) noteBase(req, config.slug, id, req.query);
    const { newest } = (await newerThanBase(req, config, id)) ?? { newest: null };
    if (req.query.open !== 'true') return Response.json({ newest });
    const [others, review] = await Promise.all([
      otherOpenForms(req, `${config.slug} ${id ?? ''}`.trim()),
      id !== undefined ? reviewOf(req, config.slug, id) : undefined,
    ]);
    return Response.json({ newest, others, review: review?.revision ?? '' });
  },
};

/** What has a base, if the user may read it: a document, an account, or the settings, which have no id. */
async function basedOn(req: PayloadRequest) {
  const { globals, config } = req.payload;
  const settings = globals.config.find(({ slug }) => slug === SETTINGS);
  if (settings && req.routeParams?.collection === 'globals' && req.routeParams.id === SETTINGS) {
    if (!(await may.changeSettings(req))) throw new Forbidden(req.t);
    return { config: settings, id: undefined };
  }
  const portal = portalOf(config);
  const isAccount = req.routeParams?.collection === portal.users;
  const right = isAccount ? () => true : may.read;
  const own = await collectionAsked(req, right, [portal.users, slugOf(portal, MEDIA)]);
  const id = documentIdIn(req, own.slug);
  const collection = own.slug as CollectionSlug;
  const found = { collection, id, depth: 0, overrideAccess: false, req, select: {}, trash: true };
  await req.payload.findByID(found);
  return { config: own, id };
}

/** The endpoints for the status of documents. */
export const publicationEndpoints: Endpoint[] = [states, newest, revert];

/** Those of the documents whose newest version is a draft with words of the request's user. */
async function ownNewerDrafts(
  req: PayloadRequest,
  collection: string,
  ids: readonly (number | string)[],
): Promise<Set<string>> {
  const isOwn: Where = {
    'version._status': { equals: 'draft' },
    'version.words_writer': { equals: editorKeyOf(req) },
  };
  return new Set((await newestVersions(req, collection, ids, { where: [isOwn], fields: [] })).keys());
}

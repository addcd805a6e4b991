import type { PayloadRequest } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { editorOf, portalOf } from '../../../collections/portal/portal.ts';
import { noteBase, refuseOutdated } from '../../../collections/save/base.ts';
import { BASE_FIELD } from '../../../collections/save/sentBase.ts';
import { recordAction } from '../../audit/index.ts';
import { bilingual, titleOf, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime } from '../../payload/i18n/zonedTime.ts';
import { Refusal } from '../../payload/rest.ts';
import { documentEndpoint } from '../documentEndpoint.ts';
import { dryRun } from '../dryRun.ts';
import { newestDigest, refuseUnseen, requireSeen } from '../review/secondEyes.ts';
import { actionOf, entryOf, inWords, JOBS, PUBLICATION, plannedFor } from './plans.ts';
import { PAST, type PlannedChange, type PlannedInput, plannedText } from './words.ts';

type Data = Record<string, unknown>;
type Id = number | string;

const LACKING = bilingual(
  'Λείπει τι να γίνει (change=publish ή change=unpublish), ή πότε: at, με ημερομηνία, ώρα και ζώνη, όπως 2026-11-24T14:30:00+02:00.',
  'It is not said what to do (change=publish or change=unpublish), or when: at, with a date, a time and a zone, such as 2026-11-24T14:30:00+02:00.',
);
const NEVER_PUBLISHED = bilingual(
  'Το έγγραφο δεν είναι δημοσιευμένο, και ως τότε δεν έχει προγραμματιστεί να δημοσιευτεί: δεν θα υπάρχει τίποτα να αποσυρθεί.',
  'The document is not published and is not scheduled to be by then, so there will be nothing to withdraw.',
);
const GONE = bilingual(
  'Έχει ήδη γίνει ή ακυρωθεί. Φορτώστε ξανά τη σελίδα.',
  'It has already been done or cancelled. Reload the page.',
);
const RUNNING = bilingual(
  'Εκτελείται αυτή τη στιγμή και δεν ακυρώνεται πια.',
  'It is in progress and can no longer be cancelled.',
);

/** Lists the planned changes of a document. Authors may read them. */
const list = documentEndpoint({
  path: '/:id/planned',
  method: 'get',
  right: may.read,
  read: [],
  inTrash: true,
  run: async ({ payload }, { collection, id }) => ({
    docs: await plannedFor(payload, { collection, ids: [id] }),
  }),
});

interface Wanted {
  change: PlannedChange;
  at: Date;
  base: unknown;
  /** What is first saved as a draft. */
  data: Data | undefined;
}

function wanted(req: PayloadRequest, { _status, [BASE_FIELD]: base, ...data }: Data): Wanted {
  const { at, change, draft } = req.query;
  // An unencoded plus sign in a query is decoded as a space.
  const time = String(at).replace(' ', '+');
  const instant = new Date(time);
  const isTime =
    /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(time) && !Number.isNaN(instant.getTime());
  if ((change !== 'publish' && change !== 'unpublish') || !isTime) throw new Refusal(req, LACKING, 400);
  if (instant.getTime() <= Date.now()) throw new Refusal(req, PAST, 400);
  return { change, at: instant, base, data: change === 'publish' && draft === 'true' ? data : undefined };
}

/** Plans a change of a document, after the same checks as for an immediate change. With `draft=true`, the body is first saved as a draft. */
const add = documentEndpoint({
  path: '/:id/planned',
  method: 'post',
  right: may.publish,
  body: wanted,
  run: async (req, { body: { at, base, change, data }, collection, config, document, id }) => {
    noteBase(req, collection, id, base);
    await refuseOutdated(req, config, id);
    if (change === 'unpublish') await requirePublished(req, collection, id, at);
    else await refuseUnseen(req, collection, id);
    await dryRun(req, { collection, id, change, ...(data && { data }) });
    const doc = data ? await saveDraft(req, collection, id, data) : document;
    if (change === 'publish') await requireSeen(req, config, doc);
    const { payload, user } = req;
    const input: PlannedInput = {
      change,
      collection,
      document: String(id),
      title: titleOf(config.admin, doc) ?? String(id),
      at: at.toISOString(),
      by: editorOf(req) ?? String(user?.id),
      planner: { collection: String(user?.collection), id: user?.id ?? '' },
      seen: await newestDigest(req, collection, id),
    };
    // A second press, of whoever has had no answer: it is planned once.
    const same = (await plannedFor(payload, { collection, ids: [id], change })).filter(
      (each) => each.at === input.at && each.state === 'waiting',
    );
    await payload.db.deleteMany({ collection: JOBS, where: { id: { in: same.map((each) => each.id) } } });
    const task = PUBLICATION as never;
    const job: unknown = await payload.jobs.queue({ task, input: input as never, waitUntil: at });
    const action = actionOf(job as never);
    payload.logger.info(`${inWords(payload, action)}.`);
    await recordAction(req, { ...entryOf(action), action: 'planned' });
    const { language } = req.i18n;
    const time = formatTime(at, { timeZone: portalOf(payload.config).timeZone, language });
    const message = translate(plannedText(change, time), language);
    return Response.json({ message, planned: action, doc }, { status: 201 });
  },
});

async function requirePublished(req: PayloadRequest, collection: string, id: Id, at: Date) {
  const { payload } = req;
  const found = { collection: collection as never, id, depth: 0, overrideAccess: false, req };
  const { _status } = (await payload.findByID(found)) as Data;
  if (_status === 'published') return;
  const planned = await plannedFor(payload, { collection, ids: [id] });
  const before = planned.filter((each) => each.state !== 'failed' && new Date(each.at) <= at);
  if (before.at(-1)?.change !== 'publish') throw new Refusal(req, NEVER_PUBLISHED, 409);
}

async function saveDraft(req: PayloadRequest, collection: string, id: Id, data: Data) {
  const saved: unknown = await req.payload.update({
    collection: collection as never,
    id,
    data: { ...data, _status: 'draft' } as never,
    depth: 0,
    draft: true,
    overrideAccess: false,
    overrideLock: false,
    req,
  });
  return saved as Data & { id: Id };
}

/** Cancels a planned change, or removes one that has failed. */
const remove = documentEndpoint({
  path: '/:id/planned/:job',
  method: 'delete',
  right: may.publish,
  read: [],
  inTrash: true,
  run: async (req, { collection, id }) => {
    const { payload, routeParams } = req;
    const planned = await plannedFor(payload, { collection, ids: [id] });
    const action = planned.find((each) => String(each.id) === routeParams?.job);
    if (!action) throw new Refusal(req, GONE, 404);
    // A server may start the job right now, so running jobs are excluded. A late job may be marked as running, but no
    // server has it.
    const isTaken = action.state === 'late' ? [] : [{ processing: { not_equals: true } }];
    const isIt = { id: { equals: action.id } };
    await payload.db.deleteMany({ collection: JOBS, where: { and: [isIt, ...isTaken] } });
    const { totalDocs } = await payload.db.count({ collection: JOBS, where: isIt });
    if (totalDocs > 0) throw new Refusal(req, RUNNING, 409);
    const done = action.state === 'failed' ? 'seen' : 'cancelled';
    payload.logger.info(`${inWords(payload, action)}: ${done} by ${editorOf(req)}.`);
    if (done === 'cancelled') await recordAction(req, { ...entryOf(action), action: 'planCancelled' });
    return { planned: action };
  },
});

/** The planning endpoints of a collection: `/:id/planned` lists and adds, `/:id/planned/:job` removes. */
export const plannedEndpoints = [list, add, remove];

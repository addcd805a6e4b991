import {
  addDataAndFileToRequest,
  type Endpoint,
  Forbidden,
  type PayloadHandler,
  type PayloadRequest,
} from 'payload';
import { may, type Policy } from '../../../collections/policies/may.ts';
import { editorOf, portalOf } from '../../../collections/portal/portal.ts';
import { recordAction } from '../../audit/index.ts';
import { bilingual, titleOf, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime } from '../../payload/i18n/zonedTime.ts';
import { Refusal } from '../../payload/rest.ts';
import { documentIdIn } from '../documentId.ts';
import { dryRun } from '../dryRun.ts';
import { requireSeen } from '../review/secondEyes.ts';
import { actionOf, inWords, JOBS, PUBLICATION, plannedFor } from './plans.ts';
import { PAST, type PlannedAction, type PlannedChange, type PlannedInput, plannedText } from './words.ts';

type Data = Record<string, unknown>;
type Id = number | string;

const LACKING = bilingual(
  'Λείπει τι να γίνει (change=publish ή change=unpublish), ή πότε: at, με ημερομηνία, ώρα και ζώνη, όπως 2026-11-24T14:30:00+02:00.',
  'It is not said what to do (change=publish or change=unpublish), or when: at, with a date, a time and a zone, such as 2026-11-24T14:30:00+02:00.',
);
const CHANGED = bilingual(
  'Το έγγραφο άλλαξε από τότε που ανοίξατε τη σελίδα. Φορτώστε την ξανά, δείτε τις αλλαγές και προγραμματίστε το τότε.',
  'The document has changed since you opened the page. Reload it, review the changes, and schedule it again.',
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

/** The planning endpoints of a collection: `/:id/planned` lists and adds, `/:id/planned/:job` removes. */
export function plannedEndpoints(collection: string): Omit<Endpoint, 'root'>[] {
  return [
    { path: '/:id/planned', method: 'get', handler: list(collection) },
    { path: '/:id/planned', method: 'post', handler: add(collection) },
    { path: '/:id/planned/:job', method: 'delete', handler: remove(collection) },
  ];
}

/** Lists the planned changes of a document. Authors may read them. */
function list(collection: string): PayloadHandler {
  return async (req) => {
    await requireRight(req, may.read);
    const id = documentIdIn(req, collection);
    await requireReadable(req, collection, id);
    return Response.json({ docs: await plannedFor(req.payload, { collection, ids: [id] }) });
  };
}

/**
 * Plans a change of a document, after the same checks as for an immediate change. With `draft=true`, the body is first saved as
 * a draft. With `updatedAt`, the newest version must have that time.
 */
function add(collection: string): PayloadHandler {
  return async (req) => {
    await requireRight(req, may.publish);
    const id = documentIdIn(req, collection);
    const { at, change } = wanted(req);
    const data = change === 'publish' && req.query.draft === 'true' ? await draftOf(req) : undefined;
    if (req.query.updatedAt) await requireVersion(req, collection, id, String(req.query.updatedAt));
    if (change === 'unpublish') await requirePublished(req, collection, id, at);
    await dryRun(req, { collection, id, change, ...(data && { data }) });
    if (data) await saveDraft(req, collection, id, data);
    const doc = await read(req, collection, id, { draft: true });
    const { config } = req.payload.collections[collection as never] ?? {};
    if (config && change === 'publish') await requireSeen(req, config, doc as never);
    const { admin } = req.payload.collections[collection as never]?.config ?? {};
    const title = titleOf(admin ?? {}, doc) ?? String(doc.id);
    const seen = String(doc.updatedAt);
    const action = await queue(req, collection, id, { change, at, title, seen });
    req.payload.logger.info(`${inWords(req.payload, action)}.`);
    await recordAction(req, { ...entryOf(action), action: 'planned' });
    const { language } = req.i18n;
    const time = formatTime(at, { timeZone: portalOf(req.payload.config).timeZone, language });
    const message = translate(plannedText(change, time), language);
    return Response.json({ message, planned: action, doc }, { status: 201 });
  };
}

/** Cancels a planned change, or removes one that has failed. */
function remove(collection: string): PayloadHandler {
  return async (req) => {
    await requireRight(req, may.publish);
    const { payload, routeParams } = req;
    const of = documentIdIn(req, collection);
    await requireReadable(req, collection, of);
    const planned = await plannedFor(payload, { collection, ids: [of] });
    const action = planned.find(({ id }) => String(id) === routeParams?.job);
    if (!action) throw new Refusal(req, GONE, 404);
    if (action.state === 'running') throw new Refusal(req, RUNNING, 409);
    // A server may start the job right now, so running jobs are excluded. A late job may be marked as running, but no
    // server has it.
    const isTaken = action.state === 'late' ? [] : [{ processing: { not_equals: true } }];
    await payload.db.deleteMany({
      collection: JOBS,
      where: { and: [{ id: { equals: action.id } }, ...isTaken] },
    });
    const left = await payload.db.count({ collection: JOBS, where: { id: { equals: action.id } } });
    if (left.totalDocs > 0) throw new Refusal(req, RUNNING, 409);
    const done = action.state === 'failed' ? 'seen' : 'cancelled';
    payload.logger.info(`${inWords(payload, action)}: ${done} by ${editorOf(req)}.`);
    if (done === 'cancelled') await recordAction(req, { ...entryOf(action), action: 'planCancelled' });
    return Response.json({ planned: action });
  };
}

/** What the audit log says of a planned change. */
function entryOf({ at, change, collection, document, title }: PlannedAction) {
  return { collection, document, title, note: `${change}, ${at}` };
}

async function requireRight(req: PayloadRequest, policy: Policy): Promise<void> {
  if (!(await policy(req))) throw new Forbidden(req.t);
}

/** Refuses what the collection's own access functions refuse to read. */
async function requireReadable(req: PayloadRequest, collection: string, id: Id): Promise<void> {
  const found = { collection: collection as never, id, depth: 0, draft: true, overrideAccess: false, req };
  await req.payload.findByID({ ...found, select: {}, trash: true });
}

function wanted(req: PayloadRequest): { change: PlannedChange; at: Date } {
  const { at, change } = req.query;
  // An unencoded plus sign in a query is decoded as a space.
  const time = String(at).replace(' ', '+');
  const instant = new Date(time);
  const isTime =
    /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(time) && !Number.isNaN(instant.getTime());
  if ((change !== 'publish' && change !== 'unpublish') || !isTime) throw new Refusal(req, LACKING, 400);
  if (instant.getTime() <= Date.now()) throw new Refusal(req, PAST, 400);
  return { change, at: instant };
}

async function draftOf(req: PayloadRequest): Promise<Data> {
  await addDataAndFileToRequest(req);
  const { _status, ...data } = (req.data ?? {}) as Data;
  return data;
}

/** Refuses if the editor does not see the newest version, which would be published. */
async function requireVersion(req: PayloadRequest, collection: string, id: Id, updatedAt: string) {
  const latest = await read(req, collection, id, { draft: true });
  if (new Date(String(latest.updatedAt)).getTime() !== new Date(updatedAt).getTime()) {
    throw new Refusal(req, CHANGED, 409);
  }
}

async function requirePublished(req: PayloadRequest, collection: string, id: Id, at: Date) {
  const { _status } = await read(req, collection, id, { draft: false });
  if (_status === 'published') return;
  const planned = await plannedFor(req.payload, { collection, ids: [id] });
  const before = planned.filter((each) => each.state !== 'failed' && new Date(each.at) <= at);
  if (before.at(-1)?.change !== 'publish') throw new Refusal(req, NEVER_PUBLISHED, 409);
}

async function read(req: PayloadRequest, collection: string, id: Id, { draft }: { draft: boolean }) {
  const found = await req.payload.findByID({
    collection: collection as never,
    id,
    depth: 0,
    draft,
    overrideAccess: false,
    req,
  });
  return found as Data;
}

async function saveDraft(req: PayloadRequest, collection: string, id: Id, data: Data): Promise<void> {
  await req.payload.update({
    collection: collection as never,
    id,
    data: { ...data, _status: 'draft' } as never,
    depth: 0,
    draft: true,
    overrideAccess: false,
    overrideLock: false,
    req,
  });
}

async function queue(
  req: PayloadRequest,
  collection: string,
  id: Id,
  { change, at, title, seen }: { change: PlannedChange; at: Date; title: string; seen: string },
): Promise<PlannedAction> {
  const { payload, user } = req;
  const input: PlannedInput = {
    change,
    collection,
    document: String(id),
    title,
    at: at.toISOString(),
    by: editorOf(req) ?? String(user?.id),
    planner: { collection: String(user?.collection), id: user?.id ?? '' },
    seen,
  };
  const task = PUBLICATION as never;
  const job: unknown = await payload.jobs.queue({ task, input: input as never, waitUntil: at });
  return actionOf(job as never);
}

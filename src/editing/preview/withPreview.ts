import {
  addDataAndFileToRequest,
  type CollectionConfig,
  type Endpoint,
  Forbidden,
  NotFound,
  type PayloadRequest,
} from 'payload';
import { styleSheetOf } from '../../../collections/PortalSettings.ts';
import { may } from '../../../collections/policies/may.ts';
import type { RawDocument } from '../../../collections/portal/portal.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { documentIdIn } from '../documentId.ts';
import { type DryRunRequest, dryRun, dryRunDraft, dryRunNew } from '../dryRun.ts';
import { NO_RIGHT, prepare } from '../planning/forecast.ts';
import { plannedFor } from '../planning/plans.ts';
import { withAdmin } from '../withAdmin.ts';
import { incompleteLook } from './incomplete.ts';
import { previewOf } from './preview.ts';
import type { Preview, PreviewedKey } from './types.ts';

/** Adds to the collection of a list what the portal will read: a button in the form, and its endpoints. */
export function withPreview(collection: CollectionConfig, timeZone: string): CollectionConfig {
  const { admin, endpoints } = collection;
  const button = { path: 'payload-portal-content/client#PortalPreview', clientProps: { timeZone } };
  const components = { edit: { beforeDocumentControls: [button] } };
  return {
    ...collection,
    admin: withAdmin(admin, { components }),
    endpoints: [...previewEndpoints(collection.slug), ...(endpoints || [])],
  };
}

const BUSY = bilingual(
  'Μια προεπισκόπησή σας ετοιμάζεται ακόμη. Δοκιμάστε ξανά σε λίγο.',
  'Your last preview is still being prepared. Try again in a moment.',
);

/** Users for whom a preview is being made. */
const busy = new Set<string>();

/**
 * The preview endpoints of a collection: `POST /:id/preview` with the form, `POST /preview` with that of a new document, and
 * `POST /:id/preview?planned={job}` for a planned change. They store nothing. Refused is what a save would refuse, with its
 * errors; with `?incomplete` they then give the titles, texts and images all the same, as `look`.
 */
function previewEndpoints(collection: string): Omit<Endpoint, 'root'>[] {
  return [
    { path: '/preview', method: 'post', handler: (req) => answer(req, () => ofNew(req, collection)) },
    {
      path: '/:id/preview',
      method: 'post',
      handler: (req) => answer(req, () => ofDocument(req, collection)),
    },
  ];
}

interface Answer {
  preview?: Preview | null;
  look?: PreviewedKey[];
  styleSheet?: string | null;
}

/** One at a time per user. */
async function answer(req: PayloadRequest, make: () => Promise<Answer>): Promise<Response> {
  const { user } = req;
  if (!user || !(await may.read(req))) throw new Forbidden(req.t);
  const key = `${user.collection} ${user.id}`;
  if (busy.has(key)) throw new Refusal(req, BUSY, 429);
  busy.add(key);
  try {
    return Response.json(await make());
  } finally {
    busy.delete(key);
  }
}

async function ofNew(req: PayloadRequest, collection: string): Promise<Answer> {
  const data = await dataOf(req);
  if ('incomplete' in req.query) return incomplete(req, collection, undefined, data);
  const document = await typedDocument(req, collection, undefined, data);
  return { preview: await previewOf(req, collection, document) };
}

async function incomplete(
  req: PayloadRequest,
  collection: string,
  id: number | string | undefined,
  data: Record<string, unknown>,
): Promise<Answer> {
  const settings = await req.payload.findGlobal({ slug: 'portal-settings' as never, depth: 0, req });
  return { look: await incompleteLook(req, collection, id, data), styleSheet: styleSheetOf(settings) };
}

/** The preview is null if a planned change would change nothing any more. */
async function ofDocument(req: PayloadRequest, collection: string): Promise<Answer> {
  const id = documentIdIn(req, collection);
  const read = { collection: collection as never, id, depth: 0, draft: true, overrideAccess: false, req };
  await req.payload.findByID(read);
  if ('incomplete' in req.query) return incomplete(req, collection, id, await dataOf(req));
  const { planned } = req.query;
  const document =
    planned === undefined
      ? await typedDocument(req, collection, id, await dataOf(req))
      : await plannedDocument(req, collection, id, String(planned));
  return { preview: document ? await previewOf(req, collection, document) : null };
}

async function dataOf(req: PayloadRequest): Promise<Record<string, unknown>> {
  await addDataAndFileToRequest(req);
  const { _status, ...data } = (req.data ?? {}) as Record<string, unknown>;
  return data;
}

type Id = number | string;
type Data = Record<string, unknown>;

/**
 * A document as it would be stored if what is typed were published. Who may not publish, but may save it as a draft, gets what
 * an editor would publish.
 *
 * @param id undefined for a new document
 * @throws the error that the save would have
 */
async function typedDocument(
  req: PayloadRequest,
  collection: string,
  id: Id | undefined,
  data: Data,
): Promise<RawDocument> {
  const publish = (options?: { overrideAccess: boolean }) =>
    id === undefined
      ? dryRunNew(req, collection, data, options)
      : dryRun(req, { collection, id, change: 'publish', data }, options);
  try {
    return await publish();
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
  }
  await dryRunDraft(req, { collection, id, data });
  return publish({ overrideAccess: true });
}

/**
 * A document as a planned change would store it, with the rights of the planner.
 *
 * @param job the id of the planned change
 * @returns undefined if the document has the planned status already
 * @throws NotFound if nothing waits under that id, or the error that the change would have
 */
async function plannedDocument(
  { i18n, payload, t }: PayloadRequest,
  collection: string,
  id: Id,
  job: string,
): Promise<RawDocument | undefined> {
  const planned = await plannedFor(payload, { collection, ids: [id] });
  const found = planned.find((each) => String(each.id) === job && each.state !== 'failed');
  if (!found) throw new NotFound(t);
  const prepared = await prepare({ i18n, payload }, found);
  if (!prepared) return undefined;
  try {
    const planner = { i18n, payload, user: prepared.planner } as DryRunRequest;
    return await dryRun(planner, prepared.change);
  } catch (error) {
    throw error instanceof Forbidden ? new Refusal({ i18n }, NO_RIGHT, 403) : error;
  }
}

import { Forbidden, NotFound, type PayloadRequest } from 'payload';
import { styleSheetOf } from '../../../collections/PortalSettings.ts';
import { may } from '../../../collections/policies/may.ts';
import { editorKeyOf, type RawDocument } from '../../../collections/portal/portal.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { collectionEndpoint, documentEndpoint } from '../documentEndpoint.ts';
import { type DryRunRequest, dryRun, dryRunDraft, dryRunNew } from '../dryRun.ts';
import { NO_RIGHT, prepare } from '../planning/forecast.ts';
import { plannedFor } from '../planning/plans.ts';
import type { Addition } from '../withAdditions.ts';
import { incompleteLook } from './incomplete.ts';
import { type Preview, type PreviewedKey, previewOf } from './preview.ts';

type Id = number | string;
type Data = Record<string, unknown>;

const BUSY = bilingual(
  'Μια προεπισκόπησή σας ετοιμάζεται ακόμη. Δοκιμάστε ξανά σε λίγο.',
  'Your last preview is still being prepared. Try again in a moment.',
);

/** Users for whom a preview is being made. */
const busy = new Set<string>();

const right = may.read;
const body = (_: PayloadRequest, { _status, ...typed }: Data): Data => typed;

/**
 * A button for what the portal will read, and its endpoints: `POST /:id/preview` with the form, `POST /preview` with that of a new
 * document, and `POST /:id/preview?planned={job}` for a planned change. They store nothing. Refused is what a save would refuse,
 * with its errors; with `?incomplete` they then give the titles, texts and images all the same, as `look`.
 */
export const previewOfForm: Addition = {
  controls: ['payload-portal-content/client#PortalPreview'],
  endpoints: [
    collectionEndpoint({
      path: '/preview',
      method: 'post',
      right,
      body,
      run: (req, { body: typed, collection }) => alone(req, () => ofTyped(req, collection, undefined, typed)),
    }),
    documentEndpoint({
      path: '/:id/preview',
      method: 'post',
      right,
      read: [],
      body,
      run: (req, { body: typed, collection, id }) => {
        const { planned } = req.query;
        if (planned === undefined) return alone(req, () => ofTyped(req, collection, id, typed));
        return alone(req, () => ofPlanned(req, collection, id, String(planned)));
      },
    }),
  ],
};

/** What the endpoints answer. */
export interface PreviewAnswer {
  preview?: Preview | null;
  look?: PreviewedKey[];
  styleSheet?: string | null;
}

/** One at a time per user. */
async function alone(req: PayloadRequest, make: () => Promise<PreviewAnswer>): Promise<PreviewAnswer> {
  const key = String(editorKeyOf(req));
  if (busy.has(key)) throw new Refusal(req, BUSY, 429);
  busy.add(key);
  try {
    return await make();
  } finally {
    busy.delete(key);
  }
}

async function ofTyped(
  req: PayloadRequest,
  collection: string,
  id: Id | undefined,
  data: Data,
): Promise<PreviewAnswer> {
  if (!('incomplete' in req.query))
    return { preview: await previewOf(req, collection, await typedDocument(req, collection, id, data)) };
  const settings = await req.payload.findGlobal({ slug: 'portal-settings' as never, depth: 0, req });
  return { look: await incompleteLook(req, collection, id, data), styleSheet: styleSheetOf(settings) };
}

/** The preview is null if a planned change would change nothing any more. */
async function ofPlanned(
  req: PayloadRequest,
  collection: string,
  id: Id,
  job: string,
): Promise<PreviewAnswer> {
  const document = await plannedDocument(req, collection, id, job);
  return { preview: document ? await previewOf(req, collection, document) : null };
}

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
  const publish = (overrideAccess?: boolean) =>
    id === undefined
      ? dryRunNew(req, collection, data, overrideAccess)
      : dryRun(req, { collection, id, change: 'publish', data }, overrideAccess);
  try {
    return await publish();
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
  }
  await dryRunDraft(req, { collection, id, data });
  return publish(true);
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

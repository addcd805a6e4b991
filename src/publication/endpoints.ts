import { type Endpoint, Forbidden, NotFound, type PayloadRequest } from 'payload';
import { portalOf, slugOf } from '../../collections/portal.ts';
import type { PlannedAction } from '../scheduling/plannedFor.ts';
import { publicationStates } from './states.ts';
import { versionsOf } from './versions.ts';
import { type PublicationWords, publicationWords } from './words.ts';

/** Documents that one request may ask for: what one page of a list view shows at most. */
const MOST = 500;

/** How a document stands, as the admin shows it. */
export interface PublicationAnswer extends PublicationWords {
  title: string;
  standing: string;
  /** Whoever embeds it shows it. */
  isShown: boolean;
  apiId: number | null;
  /** The path of the list that shows it; null where none does. */
  list: string | null;
  planned: PlannedAction[];
}

/** The collection that a request names, if it is that of a list. */
function collectionOf(req: PayloadRequest): string {
  if (!req.user) throw new Forbidden(req.t);
  const slug = String(req.routeParams?.collection);
  const portal = portalOf(req.payload.config);
  if (!portal.lists.some(({ key }) => slugOf(portal, key) === slug)) throw new NotFound(req.t);
  return slug;
}

/**
 * `GET /portal-publication/{collection}?ids=1,2,3`: how these documents stand, by their ids. Those that the user may not
 * read are left out.
 */
const states: Endpoint = {
  path: '/portal-publication/:collection',
  method: 'get',
  handler: async (req) => {
    const slug = collectionOf(req);
    const ids = String(req.query.ids ?? '')
      .split(',')
      .filter(Boolean)
      .slice(0, MOST);
    const answers: Record<string, PublicationAnswer> = {};
    for (const [id, state] of await publicationStates(req, slug, ids)) {
      const { title, standing, apiId, planned, list = null } = state;
      const isShown = standing === 'live' || standing === 'changed';
      answers[id] = { ...publicationWords(req, slug, state), title, standing, isShown, apiId, list, planned };
    }
    return Response.json(answers);
  },
};

/** `GET /portal-publication/{collection}/{id}/versions?page=1`: the versions of a document, the newest first. */
const versions: Endpoint = {
  path: '/portal-publication/:collection/:id/versions',
  method: 'get',
  handler: async (req) => {
    const page = Math.max(1, Number(req.query.page) || 1);
    return Response.json(await versionsOf(req, collectionOf(req), String(req.routeParams?.id), page));
  },
};

/** What the admin asks for to say how documents stand. */
export const publicationEndpoints: Endpoint[] = [states, versions];

import type { PayloadRequest } from 'payload';
import { editorOf } from '../../../collections/portal/editor.ts';
import { portalOf } from '../../../collections/portal/portal.ts';
import { type Found, foundByChecks } from '../checks/index.ts';
import { plannedAsRead } from '../planning/outcome.ts';
import type { PlannedAction } from '../planning/plannedFor.ts';
import { type Change, type Changes, drafts, publications, readableCollections } from './changes.ts';
import { type Served, served } from './served.ts';

export interface DashboardData {
  /** Whether the portal gets the published documents. */
  served: Served;
  mine: Changes;
  /** Drafts of other users, for editors; undefined for authors. */
  waiting: Changes | undefined;
  /** Planned changes by time, with those that are late or have failed. */
  planned: PlannedAction[];
  isEditor: boolean;
  /** What the checks have found in what is published. */
  found: Found;
  /** The latest published documents, each once. */
  published: Change[];
}

/**
 * Reads the content of the dashboard for the request's user.
 * @returns undefined if the user has no rights to the content
 */
export async function dashboardData(req: PayloadRequest): Promise<DashboardData | undefined> {
  const { access } = portalOf(req.payload.config);
  if (!(await access.isAuthor({ req }))) return undefined;
  const collections = await readableCollections(req);
  const me = editorOf(req) ?? '';
  const isEditor = await access.isEditor({ req });
  const [lists, mine, waiting, planned, published, found] = await Promise.all([
    served(req, collections),
    drafts(req, collections, { equals: me }),
    isEditor ? drafts(req, collections, { not_equals: me }) : undefined,
    plannedAsRead(req),
    publications(req, collections),
    foundByChecks(req, collections),
  ]);
  const mayRead = ({ collection }: PlannedAction) => collections.some(({ slug }) => slug === collection);
  return { served: lists, mine, waiting, planned: planned.filter(mayRead), isEditor, published, found };
}

import type { PayloadRequest } from 'payload';
import { portalOf } from '../../../collections/portal/portal.ts';
import { editorOf } from '../../../collections/save/editor.ts';
import { plannedAsRead } from '../planning/outcome.ts';
import type { PlannedAction } from '../planning/plannedFor.ts';
import { type Change, type Changes, drafts, publications, readableCollections } from './changes.ts';
import { type Served, served } from './served.ts';

/** What an author or editor wants to know first. */
export interface DashboardData {
  /** Whether the portal gets what is published. */
  served: Served;
  /** Drafts whose newest version is the user's own. */
  mine: Changes;
  /** Drafts of others, which wait for who may publish; undefined for who may not. */
  waiting: Changes | undefined;
  /** What is planned, late or has failed, by time. */
  planned: PlannedAction[];
  /** Whether the user publishes. */
  isEditor: boolean;
  /** What was published last, each document once. */
  published: Change[];
}

/**
 * What the dashboard shows to the request's user.
 * @returns undefined for who has no rights to the content
 */
export async function dashboardData(req: PayloadRequest): Promise<DashboardData | undefined> {
  const { access } = portalOf(req.payload.config);
  if (!(await access.isAuthor({ req }))) return undefined;
  const collections = await readableCollections(req);
  const me = editorOf(req) ?? '';
  const isEditor = await access.isEditor({ req });
  const [lists, mine, waiting, planned, published] = await Promise.all([
    served(req, collections),
    drafts(req, collections, { equals: me }),
    isEditor ? drafts(req, collections, { not_equals: me }) : undefined,
    plannedAsRead(req),
    publications(req, collections),
  ]);
  const mayRead = ({ collection }: PlannedAction) => collections.some(({ slug }) => slug === collection);
  return { served: lists, mine, waiting, planned: planned.filter(mayRead), isEditor, published };
}

import type { PayloadRequest, Where } from 'payload';
import { portalOf } from '../portal/portal.ts';

/** Whether the user of a request may do something. */
export type Policy = (req: PayloadRequest) => boolean | Promise<boolean>;

// Who. Admins are editors too, and editors authors. A request without a user is none of them.

const author: Policy = (req) => portalOf(req.payload.config).access.isAuthor({ req });

const editor: Policy = (req) => portalOf(req.payload.config).access.isEditor({ req });

const admin: Policy = (req) => portalOf(req.payload.config).access.isAdmin({ req });

/** A user of the plugin's own collection. Users of a host's other collections may have the same ids and names of roles. */
const ownUser = ({ payload, user }: PayloadRequest) =>
  user !== null && user !== undefined && user.collection === portalOf(payload.config).users;

/** Payload's rule: a user of the collection in `admin.user` whom its `access.admin` admits. */
const userOfAdmin: Policy = async (req) => {
  const { payload, user } = req;
  const { user: collection } = payload.config.admin;
  if (user?.collection !== collection) return false;
  const { admin: admits } = payload.collections[collection]?.config.access ?? {};
  return admits ? Boolean(await admits({ req })) : true;
};

/** Whether an account has been closed: it has no right any more, and nobody signs in to it. */
export function isClosed(account: unknown): boolean {
  return (account as { closed?: unknown } | null | undefined)?.closed === true;
}

/** The accounts that are not closed. */
export const NOT_CLOSED: Where = { closed: { not_equals: true } };

/** True if an account of the plugin's own users has the role `admin`, and is not closed. */
export function isAdminAccount(account: unknown): boolean {
  const isAdmin = (account as { roles?: string[] | null } | null)?.roles?.includes('admin') ?? false;
  return isAdmin && !isClosed(account);
}

/** The accounts of the plugin's own users who publish. */
export const PUBLISHERS: Where = { and: [{ roles: { in: ['editor', 'admin'] } }, NOT_CLOSED] };

/**
 * Who may do what: the one table of rights. Access functions, hooks, endpoints, pages and jobs ask it, and no role. A new
 * action is a line here and a row in `test/collections/rights.sqlite.test.ts`, which tries every way to it as every role.
 *
 * It says nothing of what a document is like otherwise: what is published may be in use, or saved by somebody else
 * meanwhile. Where a host has access functions of its own, Payload asks those.
 */
export const may = {
  /** Read content, drafts, versions, what is planned, findings of checks. */
  read: author,
  /** Make drafts and save them, also over something published. */
  writeDraft: author,
  /** Publish, unpublish, change what is published, restore from the trash; plan it, and cancel what is planned. */
  publish: editor,
  /** Submit a draft for approval, and say that something published is still true. */
  requestReview: author,
  /** Approve a draft, or send it back. */
  review: editor,
  /** Save a draft that is planned to be published. */
  changePlanned: editor,
  /** Put the documents of a list into order by hand. */
  order: editor,
  /** Show a draft that one may read to people without an account, by a link. */
  shareDraft: author,
  /** End such a link. `isOwn`: this user has made it. */
  revokeDraftLink: async (req: PayloadRequest, { isOwn }: { isOwn: boolean }) =>
    (await editor(req)) || (isOwn && (await author(req))),
  /** Move into the trash. `isSole`: a draft that was never published, and that only this user has worked on. */
  trash: async (req: PayloadRequest, { isSole }: { isSole: boolean }) =>
    (await editor(req)) || (isSole && (await author(req))),
  deletePermanently: admin,
  /** Go back to what is published. `isOwn`: this user has saved the newer draft. */
  revert: async (req: PayloadRequest, { isOwn }: { isOwn: boolean }) =>
    (await editor(req)) || (isOwn && (await author(req))),

  /** Add images and files. */
  addFile: author,
  /** Change an image or a file, which has no drafts. `isUsed`: something published uses it, or something that is planned to be. */
  changeFile: async (req: PayloadRequest, { isUsed }: { isUsed: boolean }) =>
    (await editor(req)) || (!isUsed && (await author(req))),
  /** Read the bytes of a file. `isPublished`: something published uses it. */
  readFile: (req: PayloadRequest, { isPublished }: { isPublished: boolean }) => isPublished || author(req),

  /** Save views of a list. */
  saveViews: userOfAdmin,
  /** Show one's views to all. */
  shareViews: editor,
  /** Change the views of all, and say who else may. */
  manageViews: admin,
  /** Name users who may see a view: of the plugin's own, only admins see the others. */
  nameUsersOfViews: (req: PayloadRequest) => portalOf(req.payload.config).users === undefined || admin(req),

  /** Read and change the portal settings. */
  changeSettings: admin,
  /** Read who did what. */
  readAuditLog: admin,
  /** Read what imports did. */
  readImports: admin,
  /** Read which systems are told of changed lists, and whether they take it. */
  readWebhooks: admin,
  /** Run, queue and cancel jobs. */
  runJobs: admin,

  /** Make accounts, change and delete those of others, and give roles and API keys. */
  manageUsers: (req: PayloadRequest) => ownUser(req) && isAdminAccount(req.user),
  /** Read and change one's own account, and make its API key. */
  changeOwnAccount: ownUser,
  /** Work in the admin. */
  openAdmin: userOfAdmin,
};

const own = new WeakSet<object>();

/** Marks an access function as this project's, so that saves can distinguish it from a host's. */
export function ownRight<Right extends object>(right: Right): Right {
  own.add(right);
  return right;
}

export function isOwnRight(right: object | undefined): boolean {
  return right !== undefined && own.has(right);
}

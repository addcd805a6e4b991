import type { Access, AccessArgs, CollectionConfig, FieldAccess, Where } from 'payload';
import { ownRight } from '../portal/ownRight.ts';
import { type Decide, portalOf } from '../portal/portal.ts';
import { editorKeyOf } from '../save/editor.ts';
import { onlyTrashes, writesDraftOnly } from '../save/operation.ts';

interface PortalUser {
  id: number | string;
  roles?: string[] | null;
}

/** Whether a user of the plugin's own users has the role `admin`. */
export function isAdmin(user: unknown): boolean {
  return (user as PortalUser | null)?.roles?.includes('admin') ?? false;
}

/** Who may read content, write drafts, and throw away their own. */
export const authors: Decide = ({ req }) => portalOf(req.payload.config).access.isAuthor({ req });

/** Who may publish, unpublish, and move into the trash and out of it. */
export const editors: Decide = ({ req }) => portalOf(req.payload.config).access.isEditor({ req });

/** Who may change the settings of the portal, and delete for good. */
export const portalAdmins: Decide = ({ req }) => portalOf(req.payload.config).access.isAdmin({ req });

const create: Access = ({ data, req }) => {
  return data?._status === 'published' ? editors({ req }) : authors({ req });
};

/** Payload asks with the status that would be written, also whether to show its buttons. */
const update: Access = async ({ data, id, req }) => {
  if (writesDraftOnly(req, data)) return authors({ req });
  return (await editors({ req })) || (onlyTrashes(req, data) && ownDraft({ id, req }));
};

/** A draft of the user's own, one at a time: nobody else has worked on it, and it was never published. */
async function ownDraft({ id, req }: AccessArgs): Promise<Where | false> {
  const own = editorKeyOf(req);
  if (id === undefined || own === null || !(await authors({ req }))) return false;
  return { sole_editor: { equals: own } };
}

/** Into the trash, which is an update, or for good: Payload tells by the data. */
export const deletion: Access = ({ data, req }) => {
  return data?.deletedAt ? editors({ req }) : portalAdmins({ req });
};

const deletionOfContent: Access = ownRight(async (args: AccessArgs) => {
  return (await deletion(args)) || (args.data?.deletedAt ? ownDraft(args) : false);
});

/** Rights to the content: authors write drafts and throw their own away, editors everything but to delete for good. */
export const contentAccess = {
  create,
  read: authors,
  readVersions: authors,
  update,
  delete: deletionOfContent,
} satisfies CollectionConfig['access'];

/** Users with the role `admin`. */
export const admins: Access = ({ req }) => isAdmin(req.user);

/** Admins see and change every user, everybody else only themselves. */
export const adminsOrSelf: Access = ({ req }) => {
  if (!req.user) return false;
  return isAdmin(req.user) || { id: { equals: req.user.id } };
};

/** For fields that decide what a user may do. */
export const adminsOnlyField: FieldAccess = ({ req }) => isAdmin(req.user);

import type { Access, AccessArgs, CollectionConfig, FieldAccess, Where } from 'payload';
import { editorKeyOf } from '../portal/editor.ts';
import { ownRight } from '../portal/ownRight.ts';
import { type Decide, portalOf } from '../portal/portal.ts';
import { onlyTrashes, writesDraftOnly } from '../save/operation.ts';

interface PortalUser {
  id: number | string;
  roles?: string[] | null;
}

/** True if one of the plugin's own users has the role `admin`. */
export function isAdmin(user: unknown): boolean {
  return (user as PortalUser | null)?.roles?.includes('admin') ?? false;
}

/** Users who may read content, write drafts, and delete their own. */
export const authors: Decide = ({ req }) => portalOf(req.payload.config).access.isAuthor({ req });

/** Users who may publish, unpublish, move documents into the trash and restore them. */
export const editors: Decide = ({ req }) => portalOf(req.payload.config).access.isEditor({ req });

/** Users who may change the portal settings and delete permanently. */
export const portalAdmins: Decide = ({ req }) => portalOf(req.payload.config).access.isAdmin({ req });

const create: Access = ({ data, req }) => {
  return data?._status === 'published' ? editors({ req }) : authors({ req });
};

/** Payload calls it with the status to be written, and also to decide which buttons to show. */
const update: Access = async ({ data, id, req }) => {
  if (writesDraftOnly(req, data)) return authors({ req });
  return (await editors({ req })) || (onlyTrashes(req, data) && ownDraft({ id, req }));
};

/** Allows an author to trash a draft by id, if nobody else has worked on it and it was never published. */
async function ownDraft({ id, req }: AccessArgs): Promise<Where | false> {
  const own = editorKeyOf(req);
  if (id === undefined || own === null || !(await authors({ req }))) return false;
  return { sole_editor: { equals: own } };
}

/** Moving into the trash or deleting permanently. Payload sets `deletedAt` in the data of the former. */
export const deletion: Access = ({ data, req }) => {
  return data?.deletedAt ? editors({ req }) : portalAdmins({ req });
};

const deletionOfContent: Access = ownRight(async (args: AccessArgs) => {
  return (await deletion(args)) || (args.data?.deletedAt ? ownDraft(args) : false);
});

/** Access to content. Authors write drafts and delete their own; editors do everything except deleting permanently. */
export const contentAccess = {
  create,
  read: authors,
  readVersions: authors,
  update,
  delete: deletionOfContent,
} satisfies CollectionConfig['access'];

/** Users with the role `admin`. */
export const admins: Access = ({ req }) => isAdmin(req.user);

/** Admins read and change all users; other users only themselves. */
export const adminsOrSelf: Access = ({ req }) => {
  if (!req.user) return false;
  return isAdmin(req.user) || { id: { equals: req.user.id } };
};

/** For fields that hold a user's rights. */
export const adminsOnlyField: FieldAccess = ({ req }) => isAdmin(req.user);

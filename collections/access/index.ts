import type { Access, AccessArgs, CollectionConfig, FieldAccess, Where } from 'payload';
import { may, ownRight, type Policy } from '../policies/may.ts';
import { editorKeyOf } from '../portal/portal.ts';
import { onlyTrashes, writesDraftOnly } from '../save/saveContext.ts';

/** A policy as an access function of Payload. */
export const allows =
  (policy: Policy): ((args: Pick<AccessArgs, 'req'>) => boolean | Promise<boolean>) =>
  ({ req }) =>
    policy(req);

const denyAll = () => false;

/** For collections that only the plugin itself reads and writes, by `payload.db`. */
export const noAccess = {
  create: denyAll,
  read: denyAll,
  update: denyAll,
  delete: denyAll,
} satisfies CollectionConfig['access'];

const create: Access = ({ data, req }) => {
  return data?._status === 'published' ? may.publish(req) : may.writeDraft(req);
};

/** Payload calls it with the status to be written, and also to decide which buttons to show. */
const update: Access = async ({ data, id, req }) => {
  if (writesDraftOnly(req, data)) return may.writeDraft(req);
  return (await may.publish(req)) || (onlyTrashes(req, data) && trashOf({ id, req }));
};

/** What the user may move into the trash: a query, since Payload asks before it reads. Drafts of one's own one by one. */
async function trashOf({ id, req }: AccessArgs): Promise<Where | boolean> {
  if (await may.trash(req, { isSole: false })) return true;
  if (id === undefined || !(await may.trash(req, { isSole: true }))) return false;
  return { sole_editor: { equals: editorKeyOf(req) } };
}

/** Moving a document without drafts into the trash, or deleting permanently. Payload sets `deletedAt` in the data of the former. */
export const deletion: Access = ({ data, req }) => {
  return data?.deletedAt ? may.trash(req, { isSole: false }) : may.deletePermanently(req);
};

const deletionOfContent: Access = ownRight((args: AccessArgs) => {
  return args.data?.deletedAt ? trashOf(args) : may.deletePermanently(args.req);
});

/** Access to content. Authors write drafts and delete their own; editors do everything except deleting permanently. */
export const contentAccess = {
  create,
  read: allows(may.read),
  readVersions: allows(may.read),
  update,
  delete: deletionOfContent,
} satisfies CollectionConfig['access'];

/** Admins read and change all users; other users only themselves. */
export const adminsOrSelf: Access = ({ req }) => {
  if (may.manageUsers(req)) return true;
  return may.changeOwnAccount(req) && { id: { equals: req.user?.id } };
};

/** For fields that hold a user's rights. */
export const adminsOnlyField: FieldAccess = ({ req }) => may.manageUsers(req);

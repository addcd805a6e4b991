import type { Access, FieldAccess } from 'payload';

interface PortalUser {
  id: number | string;
  roles?: string[] | null;
}

/** Whether this user has the role `admin`. */
export function isAdmin(user: unknown): boolean {
  return (user as PortalUser | null)?.roles?.includes('admin') ?? false;
}

/** Anyone who has signed in; never an anonymous visitor. */
export const signedIn: Access = ({ req }) => Boolean(req.user);

/** Users with the role `admin`. */
export const admins: Access = ({ req }) => isAdmin(req.user);

/** Admins see and change every user, everybody else only themselves. */
export const adminsOrSelf: Access = ({ req }) => {
  if (!req.user) return false;
  return isAdmin(req.user) || { id: { equals: req.user.id } };
};

/** For fields that decide what a user may do. */
export const adminsOnlyField: FieldAccess = ({ req }) => isAdmin(req.user);

/** For hidden values: they are no part of any answer, query or sort of a client. */
export const nobodyField: FieldAccess = () => false;

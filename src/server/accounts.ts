import { randomBytes } from 'node:crypto';
import { type Payload, ValidationError } from 'payload';
import { isAdminAccount, isClosed } from '../../collections/policies/may.ts';
import { portalOf } from '../../collections/portal/portal.ts';
import { dropFactor } from '../../collections/users/secondFactor.ts';
import { recordAction } from '../audit/index.ts';
import { OperatorError } from '../system/logging/OperatorError.ts';
import { PASSWORD_MINIMUM } from '../system/settings/values.ts';

/** An account command cannot be done. The message is for the operator. */
export class AccountRefused extends OperatorError {
  override readonly name = 'AccountRefused';
}

/** 96 random bits in characters that are easy to read out and type. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}

/** The slug of the collection of admin users: the plugin's own, or the host's. */
function usersOf({ config }: Payload): 'users' {
  return (portalOf(config).users ?? config.admin.user) as 'users';
}

/** The address as Payload stores it. @throws AccountRefused if it is not an e-mail address */
function normalizedEmail(given: string): string {
  const email = given.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AccountRefused(`${given} is no e-mail address.`);
  return email;
}

function requireLength(password: string): void {
  if (password.length >= PASSWORD_MINIMUM) return;
  throw new AccountRefused(`The password needs ${PASSWORD_MINIMUM} characters or more.`);
}

async function findByEmail(payload: Payload, email: string) {
  const where = { email: { equals: email } };
  const { docs } = await payload.find({ collection: usersOf(payload), where, depth: 0, limit: 1 });
  return docs[0];
}

/** A new user with all rights. */
export interface NewAdmin {
  email: string;
  password: string;
  name?: string | undefined;
  /** The author of the posts that the user creates. Only for the plugin's own users. @default 1 */
  authorId?: number | undefined;
  /** Values of other fields, for a host's own users collection. */
  data?: Record<string, unknown>;
  /** Sets the password of an existing user instead of refusing. @default false */
  replacePassword?: boolean;
}

/** The legacy system's first account, which is an administrator, has this number. */
export const FIRST_AUTHOR = 1;

/**
 * Creates a user with all rights. The plugin's own users get the role `admin`; for a host's users collection, the caller
 * gives the rights in `data`. Only the operator can do this: the first user cannot be created over HTTP.
 *
 * @throws AccountRefused if the password is too short, the address is taken or invalid, or a required field is missing
 */
export async function createAdmin(payload: Payload, admin: NewAdmin): Promise<void> {
  const { password, name, authorId = FIRST_AUTHOR, replacePassword = false } = admin;
  const collection = usersOf(payload);
  const own = portalOf(payload.config).users !== undefined;
  const email = normalizedEmail(admin.email);
  requireLength(password);
  const there = await findByEmail(payload, email);
  if (there && !replacePassword) {
    throw new AccountRefused(`A user with the address ${email} is there already.`);
  }
  const rights = own && { roles: ['admin'], ...(!there && { author_id: authorId }) };
  const data = { password, ...rights, ...(name && { name }), ...admin.data };
  try {
    if (there) await payload.update({ collection, id: there.id, data: data as never });
    else await payload.create({ collection, data: { ...data, email } as never });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const fields = error.data.errors.map(({ path, message }) => `${path}: ${message}`);
    throw new AccountRefused(`The user was refused. ${fields.join('; ')} (--data gives values of fields)`);
  }
}

/**
 * Sets a new password for a user of the admin, ends all their sessions, and takes their second factor away: it is the way back for who
 * has lost the phone, too.
 *
 * @returns whether there was a second factor
 * @throws AccountRefused if the password is too short, or there is no such user, or their account is closed
 */
export async function setPassword(
  payload: Payload,
  account: Pick<NewAdmin, 'email' | 'password'>,
): Promise<boolean> {
  const email = normalizedEmail(account.email);
  requireLength(account.password);
  const user = await findByEmail(payload, email);
  if (!user) throw new AccountRefused(`There is no user with the address ${email}.`);
  if (isClosed(user))
    throw new AccountRefused(`The account of ${email} is closed. An admin reopens it, in the admin.`);
  const { id } = user;
  const collection = usersOf(payload);
  const data = { password: account.password };
  await payload.update({ collection, id, data: data as never });
  const isDropped = portalOf(payload.config).users !== undefined && (await dropFactor({ payload }, id));
  const entry = { collection, document: id, title: email, action: 'secondFactorRemoved' } as const;
  if (isDropped) await recordAction({ payload }, entry);
  return isDropped;
}

/** Why nobody could sign in while the provider is away, where passwords are off; undefined if EMERGENCY_ADMIN can. */
export async function emergencyProblem(payload: Payload): Promise<string | undefined> {
  const email = portalOf(payload.config).openId?.passwordsOnlyFor;
  if (email === undefined || isAdminAccount(await findByEmail(payload, email))) return undefined;
  return (
    `PASSWORDS is off, and EMERGENCY_ADMIN names ${email}, which is no admin of this portal. ` +
    `Make it one: npx portal-content create-admin --email ${email}`
  );
}

import { type Payload, ValidationError } from 'payload';
import { portalOf } from '../../../collections/portal/portal.ts';
import { PASSWORD_MINIMUM } from '../../../collections/users/passwords.ts';

/** What was asked of an account could not be done; the message says why in words for an operator. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
}

/** The slug of the users of the admin: the plugin's own, or the host's. */
function usersOf({ config }: Payload): 'users' {
  return (portalOf(config).users ?? config.admin.user) as 'users';
}

/** As Payload stores it. @throws AccountRefused if it is none */
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

/** A user who may do everything. */
export interface NewAdmin {
  email: string;
  password: string;
  name?: string | undefined;
  /** What new posts of the user take as their author; of the plugin's own users. @default 1 */
  authorId?: number | undefined;
  /** Values of other fields, for users of a host. */
  data?: Record<string, unknown>;
  /** Gives a user who is there already this password, in place of refusing. @default false */
  replacePassword?: boolean;
}

/** In the legacy system the first account, which is an admin's, has this number. */
export const FIRST_AUTHOR = 1;

/**
 * Makes a user who may do everything: of the plugin's own users one with the role `admin`, else one of the host's, whose
 * rights are in `data`. Only the operator of the server can: over HTTP nobody makes the first one.
 *
 * @throws AccountRefused when the password is too short, the address is taken or none, or a field of a host's is missing.
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
 * Gives a user of the admin another password, for who has forgotten theirs. It ends all sessions of the user.
 *
 * @throws AccountRefused when the password is too short, or there is no such user.
 */
export async function setPassword(
  payload: Payload,
  account: Pick<NewAdmin, 'email' | 'password'>,
): Promise<void> {
  const email = normalizedEmail(account.email);
  requireLength(account.password);
  const user = await findByEmail(payload, email);
  if (!user) throw new AccountRefused(`There is no user with the address ${email}.`);
  const data = { password: account.password };
  await payload.update({ collection: usersOf(payload), id: user.id, data: data as never });
}

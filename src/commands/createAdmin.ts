import { randomBytes } from 'node:crypto';
import { type Payload, ValidationError } from 'payload';
import { PASSWORD_MINIMUM } from '../../collections/hooks/passwords.ts';
import { portalOf } from '../../collections/portal.ts';

/** A user who may do everything. */
export interface NewAdmin {
  email: string;
  password: string;
  name?: string | undefined;
  /** Values of other fields, for users of a host. */
  data?: Record<string, unknown>;
  /** Gives a user who is there already this password, in place of refusing. @default false */
  replacePassword?: boolean;
}

/** The user could not be made; the message says why in words for an operator. */
export class AdminRefused extends Error {
  override readonly name = 'AdminRefused';
}

/** 96 random bits that can be read out and typed. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}

/**
 * Makes a user who may do everything: of the plugin's own users one with the role `admin`, else one of the host's, whose
 * rights are in `data`. Only the operator of the server can: over HTTP nobody makes the first one.
 *
 * @throws AdminRefused when the password is too short, the address is taken or none, or a field of a host's is missing.
 */
export async function createAdmin(payload: Payload, admin: NewAdmin): Promise<void> {
  const { password, name, replacePassword = false } = admin;
  const own = portalOf(payload.config).users;
  const collection = (own ?? payload.config.admin.user) as 'users';
  const email = admin.email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AdminRefused(`${admin.email} is no e-mail address.`);
  if (password.length < PASSWORD_MINIMUM) {
    throw new AdminRefused(`The password needs ${PASSWORD_MINIMUM} characters or more.`);
  }
  const where = { email: { equals: email } };
  const { docs } = await payload.find({ collection, where, depth: 0, limit: 1 });
  const there = docs[0];
  if (there && !replacePassword) throw new AdminRefused(`A user with the address ${email} is there already.`);
  const data = { password, ...(own && { roles: ['admin'] }), ...(name && { name }), ...admin.data };
  try {
    if (there) await payload.update({ collection, id: there.id, data: data as never });
    else await payload.create({ collection, data: { ...data, email } as never });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const fields = error.data.errors.map(({ path, message }) => `${path}: ${message}`);
    throw new AdminRefused(`The user was refused. ${fields.join('; ')} (--data gives values of fields)`);
  }
}

import { randomBytes } from 'node:crypto';
import type { Payload } from 'payload';
import { PASSWORD_MINIMUM } from '../../collections/hooks/passwords.ts';

/** A user who may do everything. */
export interface NewAdmin {
  email: string;
  password: string;
  name?: string | undefined;
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
 * Makes a user with the role `admin`. Only the operator of the server can: over HTTP nobody makes the first one.
 *
 * @throws AdminRefused when the password is too short, or the address is taken or none.
 */
export async function createAdmin(payload: Payload, admin: NewAdmin): Promise<void> {
  const { password, name, replacePassword = false } = admin;
  const email = admin.email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AdminRefused(`${admin.email} is no e-mail address.`);
  if (password.length < PASSWORD_MINIMUM) {
    throw new AdminRefused(`The password needs ${PASSWORD_MINIMUM} characters or more.`);
  }
  const { docs } = await payload.find({
    collection: 'users',
    where: { email: { equals: email } },
    depth: 0,
    limit: 1,
  });
  const there = docs[0];
  if (there && !replacePassword) throw new AdminRefused(`A user with the address ${email} is there already.`);
  const data = { password, roles: ['admin'], ...(name && { name }) };
  if (there) await payload.update({ collection: 'users', id: there.id, data });
  else await payload.create({ collection: 'users', data: { ...data, email } });
}

import type { OpenIdOptions } from '../../collections/portal/portal.ts';
import { USER_ROLES, type UserRole } from '../system/settings/values.ts';

type Claims = Record<string, unknown>;

/** What the claims of somebody say of an account. */
export interface Person {
  roles: UserRole[];
  /** An address that the provider says is verified, in small letters. */
  email: string | undefined;
  name: string | undefined;
  language: 'el' | 'en';
}

const LONGEST_NAME = 200;

/** @param sources the claims of the ID token, and then the user information: the first that has one decides */
export function personOf({ roles, rolesClaim = 'roles' }: OpenIdOptions, sources: Claims[]): Person {
  const first = (path: string) =>
    sources.map((claims) => claimAt(claims, path)).find((each) => each !== undefined);
  const roleOf = new Map(Object.entries(roles));
  const given = textsOf(first(rolesClaim)).map((value) => roleOf.get(value));
  const name = first('name');
  return {
    roles: USER_ROLES.filter((role) => given.includes(role)),
    email: verifiedEmail(sources),
    name: (typeof name === 'string' && name.trim().slice(0, LONGEST_NAME)) || undefined,
    language: /^en\b/i.test(`${first('locale')}`) ? 'en' : 'el',
  };
}

/** A claim by its name, or inside objects by a path of names, which may have dots themselves. */
function claimAt(claims: unknown, path: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  const inside = Object.entries(claims).filter(([name]) => path === name || path.startsWith(`${name}.`));
  const found = inside.map(([name, value]) =>
    path === name ? value : claimAt(value, path.slice(name.length + 1)),
  );
  return found.find((each) => each !== undefined);
}

/** The values of a claim: a text, a number, or a list of them. Anything else is none. */
function textsOf(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.filter((each) => typeof each === 'string' || typeof each === 'number').map(String);
}

/** An address, and whether it is verified, are taken from one source: each could be about another address. */
function verifiedEmail(sources: Claims[]): string | undefined {
  // Entra ID says it by a claim of its own.
  const isSaid = (claims: Claims) => (claims.email_verified ?? claims.xms_edov) !== undefined;
  const said = sources.find((claims) => claims.email !== undefined && isSaid(claims));
  const isVerified = (said?.email_verified ?? said?.xms_edov) === true;
  const email = typeof said?.email === 'string' ? said.email.trim() : '';
  // Other letters may become ASCII ones in small letters, and the address another one's.
  return isVerified && /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/.test(email)
    ? email.toLowerCase()
    : undefined;
}

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CollectionSlug,
  commitTransaction,
  createLocalReq,
  getFieldsToSign,
  initTransaction,
  jwtSign,
  killTransaction,
  type PayloadRequest,
  ValidationError,
  type Where,
} from 'payload';
import { addSessionToUser, generatePayloadCookie } from 'payload/shared';
import { isClosed } from '../../collections/policies/may.ts';
import { type OpenIdOptions, portalOf } from '../../collections/portal/portal.ts';
import { BY_PROVIDER } from '../../collections/users/passwords.ts';
import { endSessions } from '../../collections/users/Users.ts';
import { isConflict } from '../database/databaseFailure.ts';
import { type Person, personOf } from './claims.ts';
import type { Authenticated } from './Provider.ts';
import { SignInRefused } from './refusals.ts';

type Account = Record<'email' | 'oidc_identity' | 'roles', unknown> & { id: number | string };

/** How often what meets another sign-in of the account in the database is tried. */
const TRIES = 10;

/**
 * Lets in whom the provider has authenticated: finds or makes the account, gives it the roles of the claims, and begins a session
 * as Payload's own sign-in does.
 * @returns the session's cookie
 * @throws SignInRefused, or what a hook of the host refuses
 */
export async function signIn(
  { headers, i18n, payload, t }: PayloadRequest,
  options: OpenIdOptions,
  authenticated: Authenticated,
): Promise<string> {
  const person = personOf(options, authenticated.sources);
  const collection = portalOf(payload.config).users as CollectionSlug;
  for (let tries = 1; ; tries++) {
    const context = { [BY_PROVIDER]: 'OpenID Connect' };
    // A request of the server itself, whose operations are one transaction where the database has them.
    const req = await createLocalReq({ context, req: { headers, i18n, t } }, payload);
    const isBegun = await initTransaction(req);
    try {
      const id = await accountOf(req, collection, authenticated, person);
      const cookie = await beginSession(req, collection, id);
      if (isBegun) await commitTransaction(req);
      return cookie;
    } catch (error) {
      await killTransaction(req);
      // Another sign-in of the same person may have made the account.
      const mayPass = isConflict(error) || error instanceof ValidationError;
      if (!mayPass || tries === TRIES)
        throw Object.assign(error as Error, { who: person.email ?? authenticated.subject });
      await sleep(20 * tries * Math.random());
    }
  }
}

/** Finds or makes the account of a person, as the claims say. @returns its id */
async function accountOf(
  req: PayloadRequest,
  collection: CollectionSlug,
  { issuer, subject }: Authenticated,
  person: Person,
): Promise<Account['id']> {
  const { payload } = req;
  const oidc_identity = `${issuer} ${subject}`;
  const isOwn: Where = { oidc_identity: { equals: oidc_identity } };
  const find = (where: Where) => payload.db.findOne<Account>({ collection, req, where });
  if (person.roles.length === 0) {
    // Outside the transaction, which the refusal takes back.
    await endSessions(payload, collection, isOwn);
    throw new SignInRefused('noRole', 'no value of OIDC_ROLES');
  }
  const known = await find(isOwn);
  const ofEmail = person.email === undefined ? null : await find({ email: { equals: person.email } });
  // It may have been made since the first look. One of another provider is of a time before this one.
  const isOwnToo = ofEmail?.oidc_identity === oidc_identity;
  const isOthers = !isOwnToo && (known || `${ofEmail?.oidc_identity}`.startsWith(`${issuer} `));
  if (ofEmail && isOthers) throw new SignInRefused('taken', 'the address is that of another account');
  const account = known ?? ofEmail;
  if (!account) {
    if (person.email === undefined) throw new SignInRefused('unverified', 'no verified address');
    // A password that nobody knows.
    const password = randomBytes(32).toString('base64url');
    return (await payload.create({ collection, data: { ...person, oidc_identity, password } as never, req }))
      .id;
  }
  // Before anything is written, which SQLite would not take back.
  if (isClosed(account)) throw new SignInRefused('closed', 'the account is closed');
  const { id } = account;
  const { email = account.email, roles } = person;
  const data = { oidc_identity, email, roles };
  if (Object.entries(data).some(([name, value]) => `${account[name as keyof Account]}` !== `${value}`))
    await payload.update({ collection, id, data: data as never, req });
  return id;
}

/** As the end of Payload's own sign-in, with the same hooks. */
async function beginSession(req: PayloadRequest, slug: CollectionSlug, id: number | string): Promise<string> {
  const { payload } = req;
  const { config } = payload.collections[slug] as NonNullable<(typeof payload.collections)[string]>;
  const found = await payload.db.findOne({ collection: slug, req, where: { id: { equals: id } } });
  if (!found) throw new Error('The account has been deleted at this moment.');
  let user = { ...found, collection: slug } as never as NonNullable<PayloadRequest['user']>;
  const { sid } = await addSessionToUser({ collectionConfig: config, payload, req, user });
  const fields = { collectionConfig: config, email: user.email as string, user: user as never };
  const fieldsToSign = getFieldsToSign({ ...fields, ...(sid && { sid }) });
  const { context } = req;
  for (const hook of config.hooks.beforeLogin)
    user = (await hook({ collection: config, context, req, user })) || user;
  const { tokenExpiration } = config.auth;
  const { token } = await jwtSign({ fieldsToSign, secret: payload.secret, tokenExpiration });
  req.user = user;
  for (const hook of config.hooks.afterLogin)
    user = (await hook({ collection: config, context, req, token, user })) || user;
  const { cookiePrefix } = payload.config;
  return generatePayloadCookie({ collectionAuthConfig: config.auth, cookiePrefix, token });
}

import { randomUUID } from 'node:crypto';
import { escapeUTF8 } from 'entities/escape';
import type { Endpoint, PayloadHandler, PayloadRequest, Where } from 'payload';
import { formatAdminURL, parseCookies } from 'payload/shared';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type OpenIdOptions, portalOf } from '../../collections/portal/portal.ts';
import { recordRefusedSignIn } from '../audit/index.ts';
import { COUNTERS, claim } from '../database/counter.ts';
import { pageOf, policyOf } from '../editing/preview/look.ts';
import { type Bilingual, bilingual } from '../payload/i18n/bilingual.ts';
import { causesOf, withoutControls } from '../system/logging/describeError.ts';
import { networkOf } from '../system/network.ts';
import { addressOf, type Step } from './addresses.ts';
import { Provider, type Secrets } from './Provider.ts';
import { refusalOf, SignInRefused } from './refusals.ts';
import { signIn } from './signIn.ts';

const SIGNED_IN = bilingual('Συνδεθήκατε', 'You are signed in');
const NOT_DONE = bilingual('Δεν έγινε', 'Not done');
const ON = bilingual('Στη διαχείριση της πύλης', 'To the administration of the portal');
const NUMBER = bilingual('Αριθμός για όποιον ρωτήσετε', 'Number for whomever you ask');

/** Requests of one network in a minute: those of an organisation in the morning. */
const requests = new RateLimiterMemory({ points: 300, duration: 60 });

/** Milliseconds that somebody has to sign in at the provider. */
const LIFETIME = 10 * 60_000;

/** A sign-in that was begun in a browser, which keeps it in a cookie: any server can go on with it. */
interface Attempt extends Secrets {
  /** Where somebody wanted to go. */
  to: string;
}

/** The cookie of the ID token, which the provider takes at the sign-out; a larger one would not fit. */
const HINT = 'oidc-session';
const LONGEST_HINT = 3500;

/**
 * The endpoints of the plugin's own users for sign-in by an identity provider: `GET /oidc/start` leads there, `/oidc/callback` is where
 * it leads back to, `/oidc/end` ends the session there.
 */
export function openIdEndpoints(options: OpenIdOptions): Endpoint[] {
  const provider = new Provider(options);

  const start: PayloadHandler = async (req) => {
    const { address, secrets } = await provider.begin(addressOf(req, 'callback').href);
    const attempt: Attempt = { ...secrets, to: pathIn(req, req.searchParams.get('redirect') ?? '') };
    const value = Buffer.from(JSON.stringify(attempt)).toString('base64url');
    return sentOn(address, cookieOf(req, 'callback', nameOf(attempt.state), value, LIFETIME / 1000));
  };

  const callback: PayloadHandler = async (req) => {
    const state = req.searchParams.get('state') ?? '';
    const attempt = attemptIn(cookieIn(req, nameOf(state)));
    if (attempt?.state !== state || !(Number.parseInt(attempt.nonce, 10) + LIFETIME > Date.now()))
      throw new SignInRefused('stale', 'no such sign-in is under way here');
    const address = addressOf(req, 'callback');
    address.search = req.searchParams.toString();
    const authenticated = await provider.authenticated(address, attempt);
    await refuseUsed(req, attempt);
    const session = await signIn(req, options, authenticated);
    const hint = authenticated.idToken.length > LONGEST_HINT ? 'none' : authenticated.idToken;
    // A page that goes on by itself: browsers give no strict session cookie to a redirect from another site.
    const to = pathIn(req, attempt.to);
    const answer = page(200, SIGNED_IN, [], to);
    answer.headers.set('Refresh', `0;url=${to}`);
    for (const cookie of [
      session,
      cookieOf(req, 'callback', nameOf(state), '', 0),
      cookieOf(req, 'end', HINT, hint),
    ])
      answer.headers.append('Set-Cookie', cookie);
    return answer;
  };

  const end: PayloadHandler = async (req) => {
    const { config } = req.payload;
    const login = new URL(adminOf(req, config.admin.routes.login), portalOf(config).serverUrl);
    const hint = cookieIn(req, HINT);
    const ended = hint && provider.end(login.href, hint === 'none' ? undefined : hint);
    const there = await Promise.resolve(ended).catch((error: unknown) => {
      throw new SignInRefused('notEnded', 'the session goes on there', error);
    });
    return sentOn(there || login, cookieOf(req, 'end', HINT, '', 0));
  };

  return [
    { path: '/oidc/start', method: 'get', handler: explained(start) },
    { path: '/oidc/callback', method: 'get', handler: explained(callback) },
    { path: '/oidc/end', method: 'get', handler: explained(end) },
  ];
}

const adminOf = ({ payload: { config } }: PayloadRequest, path: '' | `/${string}` = '') =>
  formatAdminURL({ adminRoute: config.routes.admin, includeBasePath: true, path });

/** The path in the admin to go on to, as browsers resolve it. A very long one would not fit into the cookie. */
function pathIn(req: PayloadRequest, wanted: string): string {
  const { origin } = new URL(portalOf(req.payload.config).serverUrl);
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : undefined;
  const isInside = url?.origin === origin && `${url.pathname}/`.startsWith(`${adminOf(req)}/`);
  return isInside && url.href.length < 1000 ? url.pathname + url.search : adminOf(req);
}

function attemptIn(cookie = ''): Attempt | undefined {
  try {
    return JSON.parse(Buffer.from(cookie, 'base64url').toString()) as Attempt;
  } catch {
    return undefined;
  }
}

/** Refuses a sign-in that was used, on any server, also where the provider takes a code twice. Those that are too old are forgotten. */
async function refuseUsed(req: PayloadRequest, { nonce }: Attempt): Promise<void> {
  const isFirst = await claim(req, `openid:${nonce}`, LIFETIME);
  if (!isFirst) throw new SignInRefused('stale', 'the sign-in has been used');
  // Zero is that of one which is just being claimed.
  const isOld = { greater_than: 0, less_than: Date.now() - LIFETIME };
  const old: Where = { key: { like: 'openid:' }, value: isOld };
  await req.payload.db.deleteMany({ collection: COUNTERS, where: old });
}

/** Sign-ins that are under way in several tabs have several cookies; not more than there are digits. */
const nameOf = (state: string) => `oidc-${/^[\da-f]/.exec(state)?.[0] ?? ''}`;

function cookieIn({ headers, payload }: PayloadRequest, name: string): string | undefined {
  return parseCookies(headers).get(`${payload.config.cookiePrefix}-${name}`);
}

/** A cookie of one endpoint. The provider's own site leads to the callback; only our own pages end a session. */
function cookieOf(req: PayloadRequest, step: Step, name: string, value: string, seconds?: number): string {
  const { pathname, protocol } = addressOf(req, step);
  const rules = [`Path=${pathname}`, 'HttpOnly', `SameSite=${step === 'end' ? 'Strict' : 'Lax'}`];
  if (protocol === 'https:') rules.push('Secure');
  if (seconds !== undefined) rules.push(`Max-Age=${seconds}`);
  return [`${req.payload.config.cookiePrefix}-${name}=${value}`, ...rules].join('; ');
}

function sentOn({ href }: URL, cookie: string): Response {
  return new Response(null, { status: 303, headers: { Location: href, 'Set-Cookie': cookie } });
}

/** Limits the requests of a network, and says of what fails what happened, with a number that is in the log. */
const explained = (handler: PayloadHandler) => async (req: PayloadRequest) => {
  const { headers, payload } = req;
  const address = portalOf(payload.config).clientAddress({ headers });
  const isWithin = !address || (await requests.consume(networkOf(address)).then(Boolean, () => false));
  if (!isWithin) return new Response(null, { status: 429, headers: { 'Retry-After': '60' } });
  try {
    return await handler(req);
  } catch (error) {
    const given = headers.get('x-request-id') ?? '';
    const id = /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    const { reason, status, words } = refusalOf(error);
    const why = withoutControls(causesOf(error).join(' Because: '));
    payload.logger[reason === 'failed' ? 'error' : 'warn'](`OpenID Connect (${id}): ${reason}. ${why}`);
    const { who = '' } = error as { who?: string };
    if (reason !== 'notEnded') await recordRefusedSignIn(req, who, `OpenID Connect: ${reason}, ${id}`);
    const numbered = { el: `${NUMBER.el}: ${id}`, en: `${NUMBER.en}: ${id}` };
    return page(status, NOT_DONE, [words, numbered], adminOf(req));
  }
};

/** A page in both languages, since nobody is signed in yet. @param to where its link leads */
function page(status: number, title: Bilingual, texts: Bilingual[], to: string): Response {
  const parts = (['el', 'en'] as const).map((language) => {
    const shown = texts.map((each) => `<p>${escapeUTF8(each[language])}</p>`).join('');
    const link = `<p><a href="${escapeUTF8(to)}">${ON[language]}</a></p>`;
    return `<section lang="${language}"><h1>${title[language]}</h1>${shown}${link}</section>`;
  });
  const html = pageOf(parts.join(''), null, { title: `${title.el} – ${title.en}` });
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `${policyOf(null)}; frame-ancestors 'none'`,
    'Content-Type': 'text/html; charset=utf-8',
    'Referrer-Policy': 'no-referrer',
    ...(status === 503 && { 'Retry-After': '30' }),
  };
  return new Response(html, { status, headers });
}

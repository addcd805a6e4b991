import { randomUUID } from 'node:crypto';
import { escapeUTF8 } from 'entities/escape';
import type { Endpoint, PayloadHandler, PayloadRequest } from 'payload';
import { formatAdminURL, parseCookies } from 'payload/shared';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type OpenIdOptions, portalOf } from '../../collections/portal/portal.ts';
import { recordRefusedSignIn } from '../audit/index.ts';
import { pageOf, policyOf } from '../editing/preview/look.ts';
import { type Bilingual, bilingual } from '../payload/i18n/bilingual.ts';
import { Refusal } from '../payload/rest.ts';
import { causesOf, withoutControls } from '../system/logging/describeError.ts';
import { networkOf } from '../system/network.ts';
import { addressOf, type Step } from './addresses.ts';
import { attemptOf, LIFETIME, newCookie } from './attempt.ts';
import { Provider } from './Provider.ts';
import { SignInRefused } from './refusals.ts';
import { signIn } from './signIn.ts';

const SIGNED_IN = bilingual('Συνδεθήκατε', 'You are signed in');
const NOT_DONE = bilingual('Δεν έγινε', 'Not done');
const ON = bilingual('Στη διαχείριση της πύλης', 'To the administration of the portal');
const NUMBER = bilingual('Αριθμός για όποιον ρωτήσετε', 'Number for whomever you ask');

/** Requests of one network in a minute: those of an organisation in the morning. */
const requests = new RateLimiterMemory({ points: 300, duration: 60 });

/** The cookie of the ID token, which the provider takes at the sign-out; a larger one would not fit. */
const HINT = 'oidc-session';
const LONGEST_HINT = 3500;

/**
 * The endpoints of the plugin's own users for sign-in by an identity provider: `GET /oidc/start` leads there, `/oidc/callback` is where
 * it leads back to, `/oidc/end` ends the session there.
 */
export function openIdEndpoints(options: OpenIdOptions): Endpoint[] {
  const provider = new Provider(options);
  // Of several servers each remembers its own; the provider takes a code only once.
  const used = new RateLimiterMemory({ points: 1, duration: LIFETIME / 1000 });
  const attemptIn = ({ payload }: PayloadRequest, cookie: string) =>
    attemptOf(payload.secret, options.issuer, cookie);

  const start: PayloadHandler = async (req) => {
    const value = newCookie(pathIn(req));
    const attempt = attemptIn(req, value) as NonNullable<ReturnType<typeof attemptIn>>;
    const address = await provider.begin(attempt, addressOf(req, 'callback').href);
    return sentOn(address, cookieOf(req, 'callback', nameOf(attempt.state), value, LIFETIME / 1000));
  };

  const callback: PayloadHandler = async (req) => {
    const state = req.searchParams.get('state') ?? '';
    const attempt = attemptIn(req, cookieIn(req, nameOf(state)) ?? '');
    const isFirst =
      attempt?.state === state &&
      attempt.until > Date.now() &&
      used.consume(state).then(Boolean, () => false);
    if (!attempt || !(await isFirst)) throw new SignInRefused('stale', 'no such sign-in is under way here');
    const address = addressOf(req, 'callback');
    address.search = req.searchParams.toString();
    const authenticated = await provider.authenticated(address, attempt);
    const session = await signIn(req, options, authenticated);
    const hint = authenticated.idToken.length > LONGEST_HINT ? 'none' : authenticated.idToken;
    // A page that goes on by itself: browsers give no strict session cookie to a redirect from another site.
    const answer = page(200, SIGNED_IN, [], attempt.to);
    answer.headers.set('Refresh', `0;url=${attempt.to}`);
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
    const there = hint && (await provider.end(login.href, hint === 'none' ? undefined : hint));
    return sentOn(there || login, cookieOf(req, 'end', HINT, '', 0));
  };

  return [
    { path: '/oidc/start', method: 'get', handler: explained('failed', start) },
    { path: '/oidc/callback', method: 'get', handler: explained('failed', callback) },
    { path: '/oidc/end', method: 'get', handler: explained('notEnded', end) },
  ];
}

const adminOf = ({ payload: { config } }: PayloadRequest, path: '' | `/${string}` = '') =>
  formatAdminURL({ adminRoute: config.routes.admin, includeBasePath: true, path });

/** The path in the admin to return to, as browsers resolve it. A very long one would not fit into the cookie. */
function pathIn(req: PayloadRequest): string {
  const { origin } = new URL(portalOf(req.payload.config).serverUrl);
  const wanted = req.searchParams.get('redirect') ?? '';
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : undefined;
  const isInside = url?.origin === origin && `${url.pathname}/`.startsWith(`${adminOf(req)}/`);
  return isInside && url.href.length < 1000 ? url.pathname + url.search : adminOf(req);
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
function explained(otherwise: 'failed' | 'notEnded', handler: PayloadHandler): PayloadHandler {
  return async (req) => {
    const { headers, payload } = req;
    const address = portalOf(payload.config).clientAddress({ headers });
    const isWithin = !address || (await requests.consume(networkOf(address)).then(Boolean, () => false));
    if (!isWithin) return new Response(null, { status: 429, headers: { 'Retry-After': '60' } });
    try {
      return await handler(req);
    } catch (error) {
      const given = headers.get('x-request-id') ?? '';
      const id = /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
      const isKnown = error instanceof SignInRefused || error instanceof Refusal;
      const why = withoutControls(causesOf(error).join(' Because: '));
      payload.logger[isKnown ? 'warn' : 'error'](`OpenID Connect (${id}): ${otherwise}. ${why}`);
      const isEnd = otherwise === 'notEnded';
      const refused = isKnown && !isEnd ? error : new SignInRefused(otherwise, why);
      const { reason = 'refused' } = refused as Partial<SignInRefused>;
      const { who = '' } = error as { who?: string };
      if (!isEnd) await recordRefusedSignIn(req, who, `OpenID Connect: ${reason}, ${id}`);
      // A host's hook has refused it in the language of the request.
      const words =
        refused instanceof SignInRefused ? refused.words : bilingual(refused.message, refused.message);
      const numbered = (language: 'el' | 'en') => `${NUMBER[language]}: ${id}`;
      return page(refused.status, NOT_DONE, [words, bilingual(numbered('el'), numbered('en'))], adminOf(req));
    }
  };
}

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

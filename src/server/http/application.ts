import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { refusal, withoutForeignRedirect } from '../../payload/http.ts';
import { preferGreek } from '../../payload/i18n/index.ts';
import { isOverValues } from '../../payload/rest.ts';
import { logRequest } from '../../system/logging/log.ts';
import { type PlainAnswer, refuse, requestIdOf } from './answers.ts';
import { type BodyLimits, bodyLimit } from './limitBody.ts';
import { SHOWN_DRAFT, securityHeaders } from './securityHeaders.ts';

/**
 * Only these paths reach Next. Others would get Next's own pages. `/api/og` is left out, since Payload would draw its
 * preview image for any visitor.
 */
const NEXT_PATHS = /^\/(?:admin|_next|api(?!\/og(?:\/|$)))(?:\/|$)/;

/** Payload redirects to this form while there are no users, but here it cannot be submitted. */
const FIRST_USER = /^\/admin\/create-first-user\/?$/;

export const FIRST_USER_HELP =
  'Nobody can sign in yet. The operator of this server makes the first user with the command: ' +
  'portal-content create-admin --email name@example.org';

const NOT_SIGNED_IN: PlainAnswer = {
  status: 403,
  detail: 'Only the pages of the admin send this, of somebody who has signed in. Sign in at /admin.',
};

export interface ApplicationOptions extends BodyLimits {
  /** Measures a request. @default nothing is measured */
  measure?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** The public address; undefined: the address of the request. */
  serverUrl: string | undefined;
  /** Sends an image file, or passes the request on. */
  imageFiles: RequestHandler;
  /** Next's request handler, with the admin and Payload's REST. */
  next(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** The Express application of the cms: image files, the paths of Next, and 404 for everything else. */
export function application({
  serverUrl,
  imageFiles,
  next,
  measure,
  ...limits
}: ApplicationOptions): Express {
  const app = express();
  const fits = bodyLimit(limits);
  app.disable('x-powered-by');
  app.use((request, response, pass) => {
    const id = requestIdOf(request);
    if (id) response.set('X-Request-Id', id);
    measure?.(request, response);
    const isByStranger = async (error: unknown) =>
      isOverValues(error) && !(await limits.isSignedIn(request.headers));
    logRequest({ id, isByStranger }, pass);
  });
  app.use(async (request, response, pass) => {
    const { headers, policy } = securityHeaders(request.path, serverUrl);
    response.set(headers);
    request.headers['content-security-policy'] = policy;
    if (!NEXT_PATHS.test(request.path)) {
      return refuse(request, response, { status: 404, detail: 'There is nothing at this address.' });
    }
    if (FIRST_USER.test(request.path)) {
      return refuse(request, response, { status: 403, detail: FIRST_USER_HELP });
    }
    const [path = '', ...query] = request.url.split('?');
    // Parsed as by Next; Express parses it differently.
    const parameters = new URLSearchParams(query.join('?'));
    const refused = refusal(request, path, parameters) ?? foreignOrigin(request, serverUrl);
    if (refused) return refuse(request, response, refused);
    if (!(await fits(request, response))) return;
    // No page needs server functions before sign-in, and Next answers 500 to a call it cannot parse.
    const isForServerFunction = /^\/admin(?:\/|$)/.test(request.path) && !SAFE.includes(request.method);
    if (isForServerFunction && !(await limits.isSignedIn(request.headers)))
      return refuse(request, response, NOT_SIGNED_IN);
    pass();
  });
  app.use(imageFiles);
  app.use((request, response) => {
    const withoutRedirect = withoutForeignRedirect(request.url);
    if (withoutRedirect) return response.redirect(307, withoutRedirect);
    // A draft is shown to people from outside, in the language of their browsers.
    if (!SHOWN_DRAFT.test(request.path)) preferGreek(request.headers);
    // Next compares this host with the origin of the admin's forms. A proxy may use another host name for this server.
    if (serverUrl) request.headers['x-forwarded-host'] = new URL(serverUrl).host;
    return next(request, response);
  });
  return app;
}

/** Payload's session cookie. */
const SESSION = /(?:^|;)\s*payload-token=/;
/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

const FOREIGN: PlainAnswer = {
  status: 403,
  detail:
    'This comes from a page of another address, with the session of this one. Use the address of this server.',
};

/**
 * Protects against cross-site request forgery: refuses a request that changes something, carries a session cookie and comes
 * from another origin. Gives undefined if the request may pass.
 *
 * @param serverUrl the public address; without it, the request's `Host` counts
 */
export function foreignOrigin(
  { headers, method }: IncomingMessage,
  serverUrl: string | undefined,
): PlainAnswer | undefined {
  if (SAFE.includes(method ?? '') || !SESSION.test(headers.cookie ?? '')) return undefined;
  const { origin, host } = headers;
  if (origin === undefined) {
    return ['same-origin', 'none'].includes(String(headers['sec-fetch-site'])) ? undefined : FOREIGN;
  }
  const isOwn = serverUrl
    ? origin === new URL(serverUrl).origin
    : URL.canParse(origin) && new URL(origin).host === host;
  return isOwn ? undefined : FOREIGN;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { preferGreek } from '../../i18n/preferGreek.ts';
import { withoutForeignRedirect } from '../../payload/http/adminRedirect.ts';
import { refusal } from '../../payload/http/refusal.ts';
import { type PlainAnswer, refuse } from './answers.ts';
import { foreignOrigin } from './foreignOrigin.ts';
import { type BodyLimits, bodyLimit } from './limits/limitBody.ts';
import { securityHeaders } from './securityHeaders.ts';

/**
 * Only these reach Next: whatever else it would answer by itself is nothing of this project, nor is the preview image
 * that Payload would draw for any visitor.
 */
const NEXT_PATHS = /^\/(?:admin|_next|api(?!\/og(?:\/|$)))(?:\/|$)/;

/** Payload leads to this form while there is no user, and nobody could send it. */
const FIRST_USER = /^\/admin\/create-first-user\/?$/;

/** How the first user is made. */
export const FIRST_USER_HELP =
  'Nobody can sign in yet. The operator of this server makes the first user with the command: ' +
  'portal-content create-admin --email name@example.org';

/** Next's server functions, in a format of its own. */
function isForServerFunction({ method, path }: Request): boolean {
  return /^\/admin(?:\/|$)/.test(path) && !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

const NOBODY: PlainAnswer = {
  status: 403,
  detail: 'Only the pages of the admin send this, of somebody who has signed in. Sign in at /admin.',
};

export interface ApplicationOptions extends BodyLimits {
  /** The public address; undefined: that of the request. */
  serverUrl: string | undefined;
  /** Answers with a file of an image, or passes the request on. */
  imageFiles: RequestHandler;
  /** Next, with the admin and Payload's REST. */
  next(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Not Express's own: Next reads a query in this way. */
function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split('?').slice(1).join('?'));
}

/** The Express application of the cms: files of images, what Next may answer, and nothing else. */
export function application({ serverUrl, imageFiles, next, ...limits }: ApplicationOptions): Express {
  const app = express();
  const fits = bodyLimit(limits);
  app.disable('x-powered-by');
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
    const refused =
      refusal(request, request.url.split('?')[0] ?? '', queryOf(request.url)) ??
      foreignOrigin(request, serverUrl);
    if (refused) return refuse(request, response, refused);
    if (!(await fits(request, response))) return;
    // No page needs one before, and Next answers 500 to whatever it cannot read.
    if (isForServerFunction(request) && !(await limits.isSignedIn(request.headers))) {
      return refuse(request, response, NOBODY);
    }
    pass();
  });
  app.use(imageFiles);
  app.use((request, response) => {
    const withoutRedirect = withoutForeignRedirect(request.url);
    if (withoutRedirect) return response.redirect(307, withoutRedirect);
    preferGreek(request.headers);
    // Next compares it with where a form of the admin comes from; a proxy in front may call this server otherwise.
    if (serverUrl) request.headers['x-forwarded-host'] = new URL(serverUrl).host;
    return next(request, response);
  });
  return app;
}

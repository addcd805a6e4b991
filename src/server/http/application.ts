import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express } from 'express';
import { preferGreek } from '../../i18n/preferGreek.ts';
import { withoutForeignRedirect } from './adminRedirect.ts';
import { answerPlainly } from './answers.ts';
import { type BodyLimits, bodyLimit } from './limitBody.ts';
import { refusal } from './refusal.ts';

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

/** Uploads share the origin of the admin: no guessing of types, and no frame of another site around either. */
const HEADERS = {
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
};

/** Not Express's own: Next reads a query in this way. */
function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split('?').slice(1).join('?'));
}

/** The Express application of the cms: what Next may answer, and nothing else. */
export function application(
  next: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  limits: BodyLimits,
): Express {
  const app = express();
  const fits = bodyLimit(limits);
  app.disable('x-powered-by');
  app.use(async (request, response) => {
    if (!NEXT_PATHS.test(request.path)) {
      return answerPlainly(request, response, { status: 404, detail: 'There is nothing at this address.' });
    }
    if (FIRST_USER.test(request.path)) {
      return answerPlainly(request, response, { status: 403, detail: FIRST_USER_HELP });
    }
    const refused = refusal(request, request.path, queryOf(request.url));
    if (refused) return answerPlainly(request, response, refused);
    if (!(await fits(request, response))) return;
    response.set(HEADERS);
    const withoutRedirect = withoutForeignRedirect(request.url);
    if (withoutRedirect) return response.redirect(307, withoutRedirect);
    preferGreek(request.headers);
    return next(request, response);
  });
  return app;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond } from '../../../endpoints/http/node.ts';
import { descriptionHandler } from '../../../endpoints/openapi/index.ts';
import type { FrontSettings } from '../fronts.ts';
import { httpsOnly } from './securityHeaders.ts';

/** Answers `/` and `/openapi.json`; false for any other path or method. */
type Description = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Without a public address, the description has that of the request. */
export function description({
  prefixes,
  serverUrl,
}: Pick<FrontSettings, 'prefixes' | 'serverUrl'>): Description {
  const url = serverUrl && new URL(serverUrl).origin;
  const headers = httpsOnly(serverUrl);
  const handler = descriptionHandler({ at: '/', admin: '/admin', prefixes, url, headers });
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return isRead && respond(handler, request, response);
  };
}

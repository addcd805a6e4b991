import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond } from '../../../endpoints/http/node.ts';
import { descriptionHandler } from '../../../endpoints/openapi/index.ts';
import { httpsOnly } from './securityHeaders.ts';

/** Answers `/` and `/openapi.json`; false for any other path or method. */
type Description = (request: IncomingMessage, response: ServerResponse) => boolean;

/** @param serverUrl the public address; undefined: the address of the request */
export function description(serverUrl: string | undefined): Description {
  const url = serverUrl && new URL(serverUrl).origin;
  const handler = descriptionHandler({ at: '/', admin: '/admin', url, headers: httpsOnly(serverUrl) });
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return isRead && respond(handler, request, response);
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond } from '../../../endpoints/http/node.ts';
import { descriptionHandler } from '../../../endpoints/openapi/index.ts';
import type { ReadModel } from '../../../endpoints/read-model/index.ts';
import type { Environment } from '../../system/settings/env.ts';
import { INSTALLATION_HEADER } from '../../system/settings/prepare.ts';
import type { CmsStatus } from '../processes/control.ts';
import { answerJson, answerPlainly } from './answers.ts';
import { httpsOnly } from './securityHeaders.ts';

/** Answers `/healthz` and `/readyz`; false for any other path. */
export type Health = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface HealthOptions {
  status: ReadModel['status'];
  cms(): CmsStatus;
  /** Whether the server is about to stop. */
  isDraining(): boolean;
  /** What a request has to name in {@link INSTALLATION_HEADER} to be told that it has found this installation. */
  installation: string;
}

/**
 * `/healthz` says that this process answers. `/readyz` says whether lists can be served, `/readyz?live` whether they are as in the
 * database, `/readyz?edit` whether editors can save, too. It also names missing and failed elements, the state of the cms and what
 * that knows, but these do not change its status.
 */
export function health({ status, cms, isDraining, installation }: HealthOptions): Health {
  return (request, response) => {
    const [path, query] = request.url?.split('?') ?? [];
    if (path !== '/healthz' && path !== '/readyz') return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answerPlainly(request, response, {
        status: 405,
        detail: `Method "${request.method}" not allowed.`,
        headers: { Allow: 'GET, HEAD' },
      });
    } else if (path === '/healthz') {
      const digest = request.headers[INSTALLATION_HEADER];
      answerJson(request, response, 200, {
        status: 'ok',
        ...(digest !== undefined && { installation: digest === installation ? 'this' : 'another' }),
      });
    } else {
      const { state, since, lists, missing, failed } = status();
      const { state: cmsState, notes } = cms();
      const wanted = new URLSearchParams(query);
      const answer = {
        status: state,
        since: new Date(since).toISOString(),
        cms: cmsState,
        lists,
        missing,
        failed,
        saveFailed: notes?.saveFailed ?? null,
        mediaMissing: notes?.mediaMissing ?? null,
        ...(isDraining() && { draining: true }),
      };
      const isReady =
        !isDraining() &&
        (state === 'live' || (state !== 'loading' && !wanted.has('live') && !wanted.has('edit'))) &&
        (cmsState === 'up' || !wanted.has('edit'));
      answerJson(request, response, isReady ? 200 : 503, answer);
    }
    return true;
  };
}

/** Answers `/` and `/openapi.json`; false for any other path or method. */
type Description = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Without a public address, the description has that of the request. */
export function description({
  prefixes,
  serverUrl,
}: Pick<Environment, 'prefixes' | 'serverUrl'>): Description {
  const url = serverUrl && new URL(serverUrl).origin;
  const headers = httpsOnly(serverUrl);
  const handler = descriptionHandler({ at: '/', admin: '/admin', prefixes, url, headers });
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return isRead && respond(handler, request, response);
  };
}

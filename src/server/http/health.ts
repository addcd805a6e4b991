import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadModel } from '../../../endpoints/read-model/index.ts';
import type { CmsStanding } from '../processes/control.ts';
import { answerJson, answerPlainly } from './answers.ts';

/** Answers `/healthz` and `/readyz`; false for any other path. */
export type Health = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * `/healthz` says that this process answers. `/readyz` says whether lists can be served, `/readyz?live` whether they are as in the
 * database. It also names missing and failed elements, the state of the cms and what that knows, but these do not change its
 * status.
 */
export function health(readModel: ReadModel, cms: () => CmsStanding): Health {
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
      answerJson(request, response, 200, { status: 'ok' });
    } else {
      const { state, since, lists, missing, failed } = readModel.status();
      const { state: cmsState, notes } = cms();
      const isReady = new URLSearchParams(query).has('live') ? state === 'live' : state !== 'loading';
      const answer = {
        status: state,
        since: new Date(since).toISOString(),
        cms: cmsState,
        lists,
        missing,
        failed,
        saveFailed: notes?.saveFailed ?? null,
        mediaMissing: notes?.mediaMissing ?? null,
      };
      answerJson(request, response, isReady ? 200 : 503, answer);
    }
    return true;
  };
}

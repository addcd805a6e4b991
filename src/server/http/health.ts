import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadModel } from '../../../endpoints/read-model/index.ts';
import type { CmsState } from '../processes/control.ts';
import { answerJson, answerPlainly } from './answers.ts';

/** Answers `/healthz` and `/readyz`; false for any other path. */
export type Health = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * `/healthz` says that this process answers. `/readyz` says whether lists can be served. It also names missing and failed
 * elements and the state of the cms, but these do not change its status.
 */
export function health(readModel: ReadModel, cms: () => CmsState): Health {
  return (request, response) => {
    const path = request.url?.split('?')[0];
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
      const answer = {
        status: state,
        since: new Date(since).toISOString(),
        cms: cms(),
        lists,
        missing,
        failed,
      };
      answerJson(request, response, state === 'loading' ? 503 : 200, answer);
    }
    return true;
  };
}

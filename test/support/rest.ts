import { handleEndpoints, type Payload } from 'payload';
import { SERVER_URL } from './content.ts';
import { keyOf } from './payload.ts';
import { sessionCookie } from './sessionCookie.ts';

/** What Payload's REST answers. */
export interface Answer {
  status: number;
  value: Record<string, unknown>;
  headers: Headers;
}

/** Payload's REST, asked in this process, without a server. A form, as a browser sends files, goes as it is. */
export type Rest = (method: string, path: string, data?: object | FormData) => Promise<Answer>;

/** REST as somebody who has not signed in, or with the headers that are given. */
export function rest(payload: Payload, headers: Record<string, string> = {}): Rest {
  // It logs what it refuses.
  if (!process.env.TEST_LOG) payload.logger.level = 'fatal';
  return async (method, path, data) => {
    const isForm = data instanceof FormData;
    const request = new Request(`${SERVER_URL}/api/${path}`, {
      method,
      headers: { Origin: SERVER_URL, ...(!isForm && { 'Content-Type': 'application/json' }), ...headers },
      ...(data && { body: isForm ? data : JSON.stringify(data) }),
    });
    const response = await handleEndpoints({
      config: payload.config,
      payloadInstanceCacheKey: keyOf(payload),
      request,
    });
    const value = JSON.parse((await response.text()) || '{}');
    return { status: response.status, value, headers: response.headers };
  };
}

/** REST as the user who signs in. */
export async function signedIn(
  payload: Payload,
  user: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<Rest> {
  const answer = await rest(payload)('POST', 'users/login', user);
  return rest(payload, { ...headers, Cookie: sessionCookie(answer.headers) });
}

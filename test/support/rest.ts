import { handleEndpoints, type Payload } from 'payload';
import { SERVER_URL } from './content.ts';
import { keyOf } from './payload.ts';
import { sessionCookie } from './sessionCookie.ts';

export interface Answer {
  status: number;
  value: Record<string, unknown>;
  /** As it was sent. */
  body: string;
  headers: Headers;
}

/** Calls Payload's REST in this process, without a server. A form, as browsers send files, is passed on unchanged. */
export type Rest = (
  method: string,
  path: string,
  data?: object | FormData,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** REST without a signed-in user, or with these headers. */
export function rest(payload: Payload, headers: Record<string, string> = {}): Rest {
  // Payload logs the requests that it refuses.
  if (!process.env.TEST_LOG) payload.logger.level = 'fatal';
  return async (method, path, data, more) => {
    const isForm = data instanceof FormData;
    const request = new Request(`${SERVER_URL}/api/${path}`, {
      method,
      headers: {
        Origin: SERVER_URL,
        ...(!isForm && { 'Content-Type': 'application/json' }),
        ...headers,
        ...more,
      },
      ...(data && { body: isForm ? data : JSON.stringify(data) }),
    });
    const response = await handleEndpoints({
      config: payload.config,
      payloadInstanceCacheKey: keyOf(payload),
      request,
    });
    // What is no JSON are the bytes of a file.
    const isJson = response.headers.get('Content-Type')?.includes('json');
    const body = await response.text();
    const value = isJson && body ? JSON.parse(body) : {};
    return { status: response.status, value, body, headers: response.headers };
  };
}

/** REST with a signed-in user. */
export async function signedIn(
  payload: Payload,
  user: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<Rest> {
  const answer = await rest(payload)('POST', 'users/login', user);
  return rest(payload, { ...headers, Cookie: sessionCookie(answer.headers) });
}

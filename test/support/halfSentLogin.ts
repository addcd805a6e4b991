import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN } from './portal.ts';

/** A sign-in request that is only half sent. */
export interface HalfSentLogin {
  /** Sends the rest. Gives the response's status, its `Connection`, and whether it has a session. */
  finish(): Promise<{ status?: number; connection?: string; signedIn: boolean }>;
  /** Ends the connection. */
  abandon(): void;
}

/** Begins a sign-in, as a request that stays under way as long as the test needs. */
export async function halfSentLogin({ url }: { url: string }): Promise<HalfSentLogin> {
  const body = JSON.stringify(ADMIN);
  const login = request(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
  });
  const answered = once(login, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => {});
  login.write(body.slice(0, 10));
  // There is no way to see when the server has received it.
  await sleep(200);
  return {
    abandon: () => login.destroy(),
    async finish() {
      login.end(body.slice(10));
      const [response] = await answered;
      await text(response);
      const { connection, 'set-cookie': [cookie = ''] = [] } = response.headers;
      return { status: response.statusCode, connection, signedIn: cookie.startsWith('payload-token=') };
    },
  };
}

import type { IncomingMessage } from 'node:http';
import type { PlainAnswer } from './answers.ts';

/** Payload's cookie of somebody who has signed in. */
const SESSION = /(?:^|;)\s*payload-token=/;
/** They change nothing (RFC 9110, 9.2.1). */
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

const FOREIGN: PlainAnswer = {
  status: 403,
  detail:
    'This comes from a page of another address, with the session of this one. Use the address of this server.',
};

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * The answer to a request by which a page of another site would change something with the session of who looks at it;
 * undefined for every other. Browsers say where such a request comes from; whoever sends no session is not looked at.
 *
 * @param serverUrl the public address; without one, that of the request (`Host`)
 */
export function foreignOrigin(
  { headers, method }: IncomingMessage,
  serverUrl: string | undefined,
): PlainAnswer | undefined {
  if (SAFE.includes(method ?? '') || !SESSION.test(headers.cookie ?? '')) return undefined;
  const { origin, host } = headers;
  if (origin === undefined) {
    return ['same-origin', 'none'].includes(String(headers['sec-fetch-site'])) ? undefined : FOREIGN;
  }
  const isOwn = serverUrl ? origin === new URL(serverUrl).origin : hostOf(origin) === host;
  return isOwn ? undefined : FOREIGN;
}

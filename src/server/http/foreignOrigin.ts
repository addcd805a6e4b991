import type { IncomingMessage } from 'node:http';
import type { PlainAnswer } from './answers.ts';

/** Payload's session cookie. */
const SESSION = /(?:^|;)\s*payload-token=/;
/** Methods that change nothing (RFC 9110, 9.2.1). */
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
 * Protects against cross-site request forgery: refuses a request that changes something, carries a session cookie and comes
 * from another origin. Gives undefined if the request may pass.
 *
 * @param serverUrl the public address; without it, the request's `Host` counts
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

import type { IncomingHttpHeaders } from 'node:http';

/**
 * Makes Greek the language of all browsers until the user selects English on the account page. Call it with the headers of a
 * request before Payload or Next read them; it modifies them.
 *
 * Payload reads the cookie `payload-lng`, then Accept-Language, then its fallback language. In Accept-Language it
 * recognizes only its own languages, without Greek, so `el-GR,el;q=0.9,en;q=0.8` would give English. Without the header,
 * the cookie and the fallback decide. A server may ignore the header (RFC 9110, 12.5.4).
 */
export function preferGreek(headers: IncomingHttpHeaders): void {
  delete headers['accept-language'];
}

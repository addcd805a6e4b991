import type { IncomingHttpHeaders } from 'node:http';

/**
 * Makes Greek what every browser gets until its user picks English on the account page. Call it on the headers of a request
 * before Payload or Next see them; it changes them.
 *
 * Payload reads the cookie `payload-lng`, then Accept-Language, then its fallback language. Of Accept-Language it knows only
 * the languages that it ships, Greek not among them, so `el-GR,el;q=0.9,en;q=0.8` would mean English. Without that header
 * the cookie and the fallback, which is Greek, decide. A server may disregard the header (RFC 9110, 12.5.4).
 */
export function preferGreek(headers: IncomingHttpHeaders): void {
  delete headers['accept-language'];
}

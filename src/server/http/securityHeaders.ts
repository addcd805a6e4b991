import { randomBytes } from 'node:crypto';

const EVERYWHERE = {
  'Referrer-Policy': 'same-origin',
  // Uploads share the origin of the admin.
  'X-Content-Type-Options': 'nosniff',
  // What browsers know that do not know frame-ancestors.
  'X-Frame-Options': 'DENY',
};

/** A year, once the operator has said that the outside comes over https. */
export function httpsOnly(serverUrl: string | undefined): Record<string, string> {
  return serverUrl?.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
}

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/**
 * What a page of the admin may load and run: scripts of this server alone, and of those in the page itself the ones that
 * were rendered with the nonce. Styles may stand anywhere, since the admin's components write them as they go. Images, sound
 * and fonts come from anywhere: texts show those of the legacy system.
 */
function adminPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "media-src 'self' https: http:",
    "font-src 'self' data: https: http:",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers of every response of the cms that has not set its own. */
export interface SecurityHeaders {
  headers: Record<string, string>;
  /** What Next has to find in the request so that it renders the page with the nonce. */
  policy: string;
}

/** @param path of the request, without the query */
export function securityHeaders(path: string, serverUrl: string | undefined): SecurityHeaders {
  const isAdmin = path.startsWith('/admin');
  const policy = isAdmin ? adminPolicy(randomBytes(16).toString('base64')) : NOTHING;
  const isStatic = path.startsWith('/_next/');
  const headers = {
    ...EVERYWHERE,
    'Content-Security-Policy': policy,
    ...(!isStatic && { 'Cache-Control': 'no-store' }),
    ...httpsOnly(serverUrl),
  };
  return { headers, policy };
}

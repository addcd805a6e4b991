import { randomBytes } from 'node:crypto';

const EVERYWHERE = {
  'Referrer-Policy': 'same-origin',
  // Uploads have the same origin as the admin.
  'X-Content-Type-Options': 'nosniff',
  // For browsers that do not support frame-ancestors.
  'X-Frame-Options': 'DENY',
};

/** HSTS for a year, if the public address is https. */
export function httpsOnly(serverUrl: string | undefined): Record<string, string> {
  return serverUrl?.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
}

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/**
 * The Content Security Policy of the admin. Scripts come from this server; inline scripts need the nonce. Inline styles are
 * allowed, since components of the admin write them. Images, media and fonts may come from any host, because texts show
 * those of the legacy system.
 */
function adminPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Https for the portal's style sheet in the preview, whose frame inherits this policy and narrows it to that host.
    "style-src 'self' 'unsafe-inline' https:",
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

/** A draft that is shown by a link, and its pictures. */
export const SHOWN_DRAFT = /^\/api\/portal-drafts\/[^/]/;

/** The pages of the sign-in by an identity provider, which have a style. */
const OF_PROVIDER = /^\/api\/users\/oidc\//;

/** Headers for every response of the cms that does not set its own. */
export interface SecurityHeaders {
  headers: Record<string, string>;
  /** The policy for the request header, from which Next takes the nonce. */
  policy: string;
}

/** @param path the path of the request, without the query */
export function securityHeaders(path: string, serverUrl: string | undefined): SecurityHeaders {
  // Next would add them to those that these pages have themselves, which are stricter.
  if (SHOWN_DRAFT.test(path))
    return { headers: { 'X-Frame-Options': 'DENY', ...httpsOnly(serverUrl) }, policy: NOTHING };
  const isAdmin = path.startsWith('/admin');
  const plain = OF_PROVIDER.test(path) ? `${NOTHING}; style-src 'unsafe-inline'` : NOTHING;
  const policy = isAdmin ? adminPolicy(randomBytes(16).toString('base64')) : plain;
  const isStatic = path.startsWith('/_next/');
  const headers = {
    ...EVERYWHERE,
    'Content-Security-Policy': policy,
    ...(!isStatic && { 'Cache-Control': 'no-store' }),
    ...httpsOnly(serverUrl),
  };
  return { headers, policy };
}

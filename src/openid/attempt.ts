import { createHmac, randomBytes } from 'node:crypto';

/** Milliseconds that somebody has to sign in at the provider. */
export const LIFETIME = 10 * 60_000;

/** A sign-in that was begun in a browser, which keeps it in a cookie. */
export type Attempt = NonNullable<ReturnType<typeof attemptOf>>;

/** The value of the cookie of a new attempt. @param to the path to return to */
export function newCookie(to: string): string {
  const begun = [randomBytes(32).toString('base64url'), Date.now() + LIFETIME, to];
  return Buffer.from(JSON.stringify(begun)).toString('base64url');
}

/**
 * The attempt of a cookie; undefined if it is none. State, nonce and the verifier of PKCE are made of the whole cookie by the
 * secret: whoever changes it has another state than the provider gives back. No table keeps them, and any server can answer.
 */
export function attemptOf(secret: string, issuer: string, cookie: string) {
  const made = (what: string) => createHmac('sha256', secret).update(`openid ${what} ${issuer} ${cookie}`);
  try {
    const [, until, to] = JSON.parse(Buffer.from(cookie, 'base64url').toString()) as unknown[];
    const [state, nonce] = [made('state').digest('hex'), made('nonce').digest('base64url')];
    return {
      state,
      nonce,
      verifier: made('verifier').digest('base64url'),
      until: Number(until),
      to: String(to),
    };
  } catch {
    return undefined;
  }
}

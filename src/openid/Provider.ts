import { randomUUID } from 'node:crypto';
import * as client from 'openid-client';
import { EnvHttpProxyAgent, fetch as fetchBy } from 'undici';
import type { OpenIdOptions } from '../../collections/portal/portal.ts';
import { type Reason, SignInRefused } from './refusals.ts';

/** Seconds that the provider has for each of its answers. */
const TIMEOUT = 5;
/** Seconds by which its clock may differ from ours. */
const CLOCK_TOLERANCE = 60;

/** What codes of OAuth mean here (RFC 6749, 4.1.2.1 and 5.2). */
const CODES: Record<string, Reason> = {
  access_denied: 'denied',
  invalid_grant: 'stale',
  temporarily_unavailable: 'away',
};

/** What a sign-in is known by when it comes back. */
export interface Secrets {
  state: string;
  /** When it was begun, in milliseconds, and what is random. The ID token repeats it, so that nobody else gives it another one. */
  nonce: string;
  /** The verifier of PKCE. */
  verifier: string;
}

/** Whom the provider has authenticated, with the claims of the ID token and of the user information. */
export interface Authenticated {
  issuer: string;
  subject: string;
  idToken: string;
  sources: Record<string, unknown>[];
}

/** The identity provider: OpenID Connect's authorization code flow, with PKCE, by openid-client. Its metadata is asked for each time. */
export class Provider {
  readonly #options: OpenIdOptions;
  readonly #dispatcher = new EnvHttpProxyAgent();

  constructor(options: OpenIdOptions) {
    this.#options = options;
  }

  /** A new sign-in, and where a browser is sent for it. @throws SignInRefused */
  async begin(callback: string): Promise<{ address: URL; secrets: Secrets }> {
    const [nonce, verifier] = [`${Date.now()}.${client.randomNonce()}`, client.randomPKCECodeVerifier()];
    const asked = {
      redirect_uri: callback,
      scope: 'openid profile email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      nonce,
      state: randomUUID(),
    };
    const address = await this.#asked(async (configuration) =>
      client.buildAuthorizationUrl(configuration, asked),
    );
    return { address, secrets: { nonce, state: asked.state, verifier } };
  }

  /** @param address the callback, with the answer in its query. @throws SignInRefused */
  authenticated(address: URL, { nonce, state, verifier }: Secrets): Promise<Authenticated> {
    return this.#asked(async (configuration) => {
      const checks = { expectedNonce: nonce, expectedState: state, pkceCodeVerifier: verifier };
      const tokens = await client.authorizationCodeGrant(configuration, address, checks);
      const claims = tokens.claims() as client.IDToken;
      const { iss: issuer, sub: subject } = claims;
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? [await client.fetchUserInfo(configuration, tokens.access_token, subject)] : [];
      return { issuer, subject, idToken: String(tokens.id_token), sources: [claims, ...more] };
    });
  }

  /** Where a browser is sent to end the session there; undefined if the provider does not offer it. @throws SignInRefused */
  end(returnTo: string, idToken?: string): Promise<URL | undefined> {
    return this.#asked(async (configuration) => {
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      const hint = idToken && { id_token_hint: idToken };
      return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo, ...hint });
    });
  }

  /** Asks the provider, and says in our words what failed. */
  async #asked<T>(ask: (configuration: client.Configuration) => Promise<T>): Promise<T> {
    try {
      return await ask(await this.#discover());
    } catch (error) {
      const { cause, code, error: said, message, status } = error as Error & Record<string, unknown>;
      const isAway =
        code === 'OAUTH_TIMEOUT' ||
        message === 'fetch failed' ||
        Number(status ?? (cause as Partial<Response> | undefined)?.status) >= 500;
      const reason = CODES[`${said}`] ?? (isAway ? 'away' : 'untrusted');
      throw new SignInRefused(reason, `${said ?? 'the provider'}`.slice(0, 100), error);
    }
  }

  async #discover(): Promise<client.Configuration> {
    const { clientId, clientSecret, issuer } = this.#options;
    const [address, dispatcher] = [new URL(issuer), this.#dispatcher];
    const tolerance = { [client.clockTolerance]: CLOCK_TOLERANCE };
    // Every provider takes a secret by Basic (RFC 6749, 2.3.1).
    const configuration = await client.discovery(
      address,
      clientId,
      tolerance,
      client.ClientSecretBasic(clientSecret),
      {
        timeout: TIMEOUT,
        // Signatures are checked, though the token comes from the provider itself.
        execute: [
          client.enableNonRepudiationChecks,
          ...(address.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
        [client.customFetch]: (url, options) =>
          fetchBy(url, { ...options, dispatcher } as object) as unknown as Promise<Response>,
      },
    );
    // openid-client lets Entra ID name an issuer for all its tenants, which would let in those of any organisation.
    const named = configuration.serverMetadata().issuer;
    if (new URL(named).href !== address.href) throw new Error(`The provider calls itself ${named}.`);
    return configuration;
  }
}

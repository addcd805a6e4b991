import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onFileEnd } from './cleanup.ts';

/** What the provider says otherwise than a right one. */
export interface Lies {
  /** Claims of the ID token in place of the right ones; undefined takes one away. */
  token?: Record<string, unknown>;
  /** Its header. */
  header?: Record<string, unknown>;
  /** Whether it is signed by a key that the provider does not name. */
  foreignKey?: boolean;
  /** Whether it has no signature. */
  unsigned?: boolean;
  /** Parameters of the redirect to the callback; null takes one away. */
  redirect?: Record<string, string | null>;
  /** The claims of the user information, without `sub`. */
  info?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  /** Steps that are never answered, or with a status. */
  steps?: Partial<Record<Step, 'never' | number>>;
}

type Step = 'metadata' | 'token' | 'keys' | 'info';

export const CLIENT = { clientId: 'portal', clientSecret: 'a secret of the client' };

interface Code {
  nonce: string | null;
  redirect: string;
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An identity provider that signs in whoever comes, as `person`, and lies as it is told. */
export class LyingProvider {
  readonly issuer: string;
  /** The claims of whoever comes. */
  person: Record<string, unknown> = {};
  lies: Lies = {};
  /** How often each step was asked for. */
  readonly asked: Record<string, number> = {};
  readonly #codes = new Map<string, Code>();
  readonly #key = keys();
  readonly #foreign = keys();

  constructor(issuer: string) {
    this.issuer = issuer;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.issuer);
    const steps: Record<string, Step> = {
      '/.well-known/openid-configuration': 'metadata',
      '/token': 'token',
      '/keys': 'keys',
      '/info': 'info',
    };
    const step = steps[pathname];
    if (step) this.asked[step] = (this.asked[step] ?? 0) + 1;
    const failure = step && this.lies.steps?.[step];
    if (failure === 'never') return;
    if (failure !== undefined) return void response.writeHead(failure).end('{}');
    if (pathname === '/authorize') return this.#authorize(searchParams, response);
    const answers: Record<Step, () => Promise<object> | object> = {
      metadata: () => this.#metadata(),
      token: async () => this.#token(await bodyOf(request)),
      keys: () => ({ keys: [{ ...this.#key.public, kid: 'one', alg: 'RS256', use: 'sig' }] }),
      info: () => ({ sub: this.person.sub, ...this.lies.info }),
    };
    if (!step) return void response.writeHead(404).end();
    const answer = await answers[step]();
    response.writeHead('error' in answer ? 400 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer));
  }

  #metadata(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      ...(this.lies.info && { userinfo_endpoint: `${issuer}/info` }),
      ...this.lies.metadata,
    };
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomBytes(16).toString('hex');
    const back = new URL(query.get('redirect_uri') ?? '');
    this.#codes.set(code, { nonce: query.get('nonce'), redirect: back.href });
    const answer = { code, state: query.get('state') ?? '', iss: this.issuer, ...this.lies.redirect };
    for (const [name, value] of Object.entries(answer))
      if (value !== null) back.searchParams.set(name, value);
    response.writeHead(303, { Location: back.href }).end();
  }

  #token(body: URLSearchParams): object {
    const code = body.get('code') ?? '';
    const known = this.#codes.get(code);
    if (!known || !body.get('code_verifier') || body.get('redirect_uri') !== known.redirect)
      return { error: 'invalid_grant' };
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer,
      aud: CLIENT.clientId,
      iat: now,
      exp: now + 300,
      nonce: known.nonce,
      ...this.person,
      ...this.lies.token,
    };
    const head = `${base64url({ alg: 'RS256', kid: 'one', ...this.lies.header })}.${base64url(claims)}`;
    const key = this.lies.foreignKey ? this.#foreign.private : this.#key.private;
    const signature = this.lies.unsigned ? '' : sign('sha256', Buffer.from(head), key).toString('base64url');
    return {
      access_token: 'an access token',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: `${head}.${signature}`,
    };
  }
}

function keys(): { private: KeyObject; public: object } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { private: privateKey, public: createPublicKey(privateKey).export({ format: 'jwk' }) };
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return new URLSearchParams(body);
}

/** It listens on 127.0.0.1 until the test file ends. */
export async function startLyingProvider(): Promise<LyingProvider> {
  const server = createServer((request, response) => void provider.answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const provider = new LyingProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return provider;
}

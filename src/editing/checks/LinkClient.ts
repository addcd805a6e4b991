import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import {
  codeOf,
  Failure,
  proxyAgent,
  publicLookup,
  refusePrivate,
  retryAfterOf,
} from '../../system/outbound.ts';
import type { Reason } from './collections.ts';

/**
 * What is known of an address after it was asked for. `unclear`: something answered that says nothing about the page, or the
 * request could not be made here. `later`: the site asks to come back.
 */
export type Outcome =
  | { state: 'works' | 'unclear' | 'unasked' }
  | { state: 'failed'; reason: Reason }
  | { state: 'later'; wait: number };

export interface LinkClientOptions {
  /** The address of this portal, for the User-Agent. */
  site: string;
  /** Names of hosts in private networks that are asked all the same. @default none */
  privateHosts?: readonly string[];
  /** Milliseconds between two requests to a host. @default 1000 */
  pause?: number;
  /** Milliseconds without an answer until a request is given up. @default 10000 */
  timeout?: number;
}

const MAX_REDIRECTS = 5;
const REDIRECTING = new Set([301, 302, 303, 307, 308]);

/** Codes of errors that come from the host itself, not from this machine or its network. */
const SILENT: Readonly<Record<string, Reason>> = {
  ENOTFOUND: 'host',
  ECONNREFUSED: 'silent',
  ECONNRESET: 'silent',
  EHOSTUNREACH: 'silent',
  UND_ERR_CONNECT_TIMEOUT: 'silent',
  UND_ERR_HEADERS_TIMEOUT: 'silent',
  UND_ERR_SOCKET: 'silent',
};

/** Asks whether pages are there, without reading them. Private networks are never asked, also not after a redirect. */
export class LinkClient {
  readonly #options: LinkClientOptions;
  readonly #public: Dispatcher;
  readonly #private: Dispatcher;

  constructor(options: LinkClientOptions) {
    this.#options = options;
    const connectTimeout = options.timeout ?? 10_000;
    this.#public = proxyAgent({ connectTimeout, lookup: publicLookup });
    this.#private = proxyAgent({ connectTimeout });
  }

  async close(): Promise<void> {
    await this.#public.destroy();
    await this.#private.destroy();
  }

  /** @throws the reason of the signal, if it is aborted */
  async ask(address: string, signal?: AbortSignal): Promise<Outcome> {
    try {
      const found = await this.#follow(address, 'HEAD', signal).catch(unlessBrokenOff);
      // Many sites answer HEAD with an error of some kind.
      if (found.state === 'works' || found.state === 'later' || found.state === 'unasked') return found;
      await this.#pause(signal);
      return await this.#follow(address, 'GET', signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Failure) return { state: 'unasked' };
      const reason = SILENT[codeOf(error) ?? ''];
      return reason ? { state: 'failed', reason } : { state: 'unclear' };
    }
  }

  #pause(signal: AbortSignal | undefined): Promise<void> {
    return sleep(this.#options.pause ?? 1000, undefined, { signal });
  }

  async #follow(address: string, method: 'GET' | 'HEAD', signal?: AbortSignal): Promise<Outcome> {
    let url = new URL(address);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      if (redirects > 0) await this.#pause(signal);
      const { body, headers, statusCode } = await this.#request(url, method, signal);
      // What is not read is not sent either.
      body.on('error', () => {}).destroy();
      if (!REDIRECTING.has(statusCode)) return outcomeOf(statusCode, String(headers['retry-after'] ?? ''));
      const to = String(headers.location ?? '');
      if (!URL.canParse(to, url)) return { state: 'unclear' };
      url = new URL(to, url);
      if (!/^https?:$/.test(url.protocol)) return { state: 'unclear' };
    }
    return { state: 'failed', reason: 'redirects' };
  }

  async #request(url: URL, method: 'GET' | 'HEAD', signal?: AbortSignal) {
    const { privateHosts = [], site, timeout = 10_000 } = this.#options;
    const isKnown = privateHosts.includes(url.hostname);
    if (!isKnown) await refusePrivate(url);
    return request(url, {
      method,
      dispatcher: isKnown ? this.#private : this.#public,
      headersTimeout: timeout,
      signal: signal ?? null,
      headers: { accept: '*/*', 'user-agent': `portal-content link check (+${site})` },
    });
  }
}

/** Some sites end the connection after HEAD. */
function unlessBrokenOff(error: unknown): Outcome {
  if (codeOf(error) === 'ECONNRESET' || codeOf(error) === 'UND_ERR_SOCKET') return { state: 'unclear' };
  throw error;
}

function outcomeOf(status: number, retryAfter: string): Outcome {
  if (status >= 200 && status < 300) return { state: 'works' };
  if (status === 404) return { state: 'failed', reason: 'missing' };
  if (status === 410) return { state: 'failed', reason: 'removed' };
  const wait = status === 429 || status === 503 ? retryAfterOf(retryAfter) : undefined;
  return wait === undefined ? { state: 'unclear' } : { state: 'later', wait };
}

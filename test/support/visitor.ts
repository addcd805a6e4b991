import { handleEndpoints, type Payload } from 'payload';
import { SERVER_URL } from './content.ts';
import { keyOf } from './payload.ts';

interface Cookie {
  origin: string;
  path: string;
  pair: string;
}

/** What a visitor gets: the last page of a way. */
export interface Landed {
  url: URL;
  status: number;
  body: string;
  headers: Headers;
}

/** A browser of somebody who signs in: it keeps cookies, and follows redirects between a provider and the portal. */
export class Visitor {
  readonly #origin: string;
  readonly #ask: (url: URL, init: RequestInit) => Promise<Response>;
  readonly #cookies = new Map<string, Cookie>();
  readonly #headers: Record<string, string>;

  /**
   * @param portal the address of a server, or Payloads in this process, of which each answers in turn
   * @param headers of its requests
   */
  constructor(portal: string | Payload[], headers: Record<string, string> = {}) {
    this.#headers = headers;
    this.#origin = typeof portal === 'string' ? portal : SERVER_URL;
    const askWeb = (url: URL, init: RequestInit) => fetch(url, { ...init, redirect: 'manual' });
    const askHere = typeof portal === 'string' ? askWeb : inTurn(portal);
    this.#ask = (url, init) => (url.origin === this.#origin ? askHere : askWeb)(url, init);
  }

  /** Opens an address, and follows the redirects from there, as long as `goesOn`. */
  async open(address: string, goesOn: (to: URL) => boolean = () => true): Promise<Landed> {
    let url = new URL(address, this.#origin);
    for (let hops = 0; hops < 20; hops++) {
      const response = await this.#send(url);
      const location = response.headers.get('location');
      const next = location === null ? undefined : new URL(location, url);
      if (next === undefined || !goesOn(next)) return { url: next ?? url, ...(await landed(response)) };
      url = next;
    }
    throw new Error('It is sent on without an end.');
  }

  /** Signs in at a provider of `examples/openid`, and submits every other form there until it is back. */
  async authenticate(address: string, login: string): Promise<Landed> {
    let page = await this.open(address);
    while (page.url.origin !== this.#origin) {
      const action = /<form[^>]* action="([^"]*)"/.exec(page.body)?.[1];
      if (action === undefined) return page;
      const hidden = [...page.body.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
      const fields = { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), logout: 'yes' };
      const form = new URLSearchParams({ ...fields, login, password: 'any' });
      const response = await this.#send(new URL(action, page.url), form);
      const location = response.headers.get('location');
      page = location
        ? await this.open(new URL(location, page.url).href)
        : { url: page.url, ...(await landed(response)) };
    }
    return page;
  }

  /** The user of the session, as Payload knows it. */
  async user(): Promise<Record<string, unknown> | null> {
    const { body } = await this.open('/api/users/me');
    return JSON.parse(body).user;
  }

  /** A cookie of the portal, by the beginning of its name. */
  cookie(name: string): string | undefined {
    return [...this.#cookies].find(([key]) => key.startsWith(`${this.#origin} ${name}`))?.[1].pair;
  }

  /** Takes over the cookies of another one. */
  copy(other: Visitor): void {
    for (const [key, cookie] of other.#cookies) this.#cookies.set(key, cookie);
  }

  /** Ends the session, as the admin does. */
  async signOut(): Promise<number> {
    return (await this.#send(new URL('/api/users/logout', this.#origin), new URLSearchParams())).status;
  }

  async #send(url: URL, form?: URLSearchParams): Promise<Response> {
    const headers = new Headers({ ...this.#headers, Origin: url.origin });
    const cookies = [...this.#cookies.values()].filter(
      ({ origin, path }) => origin === url.origin && url.pathname.startsWith(path),
    );
    if (cookies.length > 0) headers.set('Cookie', cookies.map(({ pair }) => pair).join('; '));
    const body = form && form.size > 0 ? { body: form } : {};
    const response = await this.#ask(url, { method: form ? 'POST' : 'GET', headers, ...body });
    for (const each of response.headers.getSetCookie()) this.#keep(url, each);
    return response;
  }

  #keep({ origin }: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const path = /(?:^|;)path=([^;]*)/i.exec(attributes.join(';'))?.[1] ?? '/';
    const key = `${origin} ${pair.split('=')[0]}`;
    const expires = /expires=([^;]*)/i.exec(attributes.join(';'))?.[1];
    if (/; *max-age=0(?:;|$)/i.test(line) || (expires && Date.parse(expires) < Date.now()))
      this.#cookies.delete(key);
    else this.#cookies.set(key, { origin, path, pair });
  }
}

function inTurn(servers: Payload[]) {
  let requests = 0;
  // Payload logs the requests that it refuses.
  for (const { logger } of servers) if (!process.env.TEST_LOG) logger.level = 'fatal';
  return (url: URL, init: RequestInit) => {
    const payload = servers[requests++ % servers.length] as Payload;
    const request = new Request(url, init);
    return handleEndpoints({ config: payload.config, payloadInstanceCacheKey: keyOf(payload), request });
  };
}

async function landed(response: Response): Promise<Omit<Landed, 'url'>> {
  return { status: response.status, headers: response.headers, body: await response.text() };
}

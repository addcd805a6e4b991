import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** Requests to other systems: through the usual proxies, and not into private networks unless somebody has named the host. */

/** How often a request is made again: for a minute, twice more, or not at all. */
export type Patience = 'long' | 'brief' | 'never';

/** A request without a list for its answer. The message goes on after the address. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly patience: Patience;
  /** The status of the answer, if there was one. */
  readonly status: number | undefined;
  /** The milliseconds to wait that the server has named. */
  readonly retryAfter: number | undefined;
  /** What the system calls it, such as ECONNRESET. */
  readonly code: string | undefined;

  constructor(
    message: string,
    patience: Patience,
    {
      status,
      retryAfter,
      code,
    }: { status?: number; retryAfter?: number | undefined; code?: string | undefined } = {},
  ) {
    super(message);
    this.patience = patience;
    this.status = status;
    this.retryAfter = retryAfter;
    this.code = code;
  }
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS/;

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  UND_ERR_CONNECT_TIMEOUT: 'no connection comes about',
  UND_ERR_HEADERS_TIMEOUT: 'no answer begins',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped',
  UND_ERR_SOCKET: 'the connection broke off',
  ECONNRESET: 'the connection broke off',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is cut off',
};

/** What went wrong with a request, whatever threw it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code, name, message } = innermost(error);
  if (name === 'TimeoutError')
    return new Failure('not all of the answer came in a quarter of an hour', 'long');
  if (CERTIFICATE.test(code ?? '')) {
    const trust = 'NODE_EXTRA_CA_CERTS=FILE names the authority of an inner network';
    return new Failure(`its certificate is not trusted (${message}); ${trust}`, 'never');
  }
  return new Failure(WORDS[code ?? ''] ?? `no answer (${message})`, 'long', { code });
}

/** The code of what went wrong with a request, such as ENOTFOUND. */
export function codeOf(error: unknown): string | undefined {
  return innermost(error).code;
}

/** Several addresses of one name fail together, and `fetch` wraps what failed. */
function innermost(error: unknown): { code?: string; name: string; message: string } {
  let inner: unknown = error;
  for (let depth = 0; depth < 5; depth++) {
    const next = inner instanceof AggregateError ? inner.errors[0] : (inner as Error | undefined)?.cause;
    if (!(next instanceof Error)) break;
    inner = next;
  }
  return inner instanceof Error ? inner : { name: 'Error', message: String(inner) };
}

/** The milliseconds of `Retry-After`, which has seconds or a date. */
export function retryAfterOf(header: string): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = header === '' ? Number.NaN : Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

interface ProxyOptions {
  /** Milliseconds until a connection is given up. */
  connectTimeout: number;
  /** Looks up the addresses of names. */
  lookup?: LookupFunction | undefined;
}

/** Sends requests through the proxies of the usual variables (`https_proxy`, `no_proxy`, …), one at a time to each origin. */
export function proxyAgent({ connectTimeout, lookup }: ProxyOptions): Dispatcher {
  return new EnvHttpProxyAgent({
    connections: 1,
    // An http address is asked for as every proxy knows it, without a tunnel.
    proxyTunnel: false,
    connectTimeout,
    ...(lookup && { connect: { lookup } }),
  });
}

/** What IANA has given out to hosts of the internet (RFC 4291, 2.4): all other IPv6 addresses are special or reserved. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is that of a host of the internet: no private, local, reserved, documentation or multicast address, and
 * none that stands for an IPv4 address by translation or a tunnel. A mapped one (`::ffff:0:0/96`) is its IPv4 address.
 */
function isPublic(text: string): boolean {
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  const v6 = address as ipaddr.IPv6;
  if (v6.parts[5] === 0xffff && v6.isIPv4MappedAddress()) return v6.toIPv4Address().range() === 'unicast';
  return v6.match(GLOBAL) && v6.range() === 'unicast';
}

const inside = (hostname: string) =>
  new Failure(`${hostname} is an address of a private network, where nothing is asked for`, 'never');

/**
 * Looks names up, and gives only names of which no address is in a private network: what is connected to is what was looked at.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublic(address))) return callback(inside(hostname), '');
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

/**
 * Looks at an address before it is asked for: a number is never looked up, and what goes through a proxy is looked up there.
 * @throws Failure where it is in a private network
 */
export async function refusePrivate({ hostname }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) {
    if (!isPublic(host)) throw inside(host);
    return;
  }
  const found = await promisify(dns.lookup)(host, { all: true }).catch(() => []);
  if (!found.every(({ address }) => isPublic(address))) throw inside(host);
}

import type { LookupFunction } from 'node:net';
import { type Dispatcher, EnvHttpProxyAgent } from 'undici';

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

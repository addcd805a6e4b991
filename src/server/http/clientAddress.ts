import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyaddr from 'proxy-addr';

/** Determines the client of a request. */
export interface Clients {
  /** The client's address: the peer of the connection, or the one in X-Forwarded-For if the peer is a trusted proxy. */
  address(request: IncomingMessage): string;
  /** True if the address belongs to a trusted proxy. */
  isTrusted(address: string | undefined): boolean;
}

/** @param trusted addresses and networks (CIDR) of proxies whose X-Forwarded-For is believed */
export function clients(trusted: readonly string[]): Clients {
  const isNamed = proxyaddr.compile([...trusted]);
  const isTrusted = (address = '') => isIP(address) !== 0 && isNamed(address, 0);
  return {
    // Of a header with other texts, the proxy that has sent it.
    address: (request) => proxyaddr.all(request, isTrusted).findLast((each) => isIP(each) !== 0) ?? '',
    isTrusted,
  };
}

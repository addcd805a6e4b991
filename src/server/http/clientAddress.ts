import type { IncomingMessage } from 'node:http';
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
  const isTrusted = proxyaddr.compile([...trusted]);
  return {
    address: (request) => (request.socket.remoteAddress ? proxyaddr(request, isTrusted) : ''),
    isTrusted: (address) => address !== undefined && isTrusted(address, 0),
  };
}

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

/** The unit of all limits: an IPv4 address, or the /64 of an IPv6 address, because one client controls a whole /64. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/s, '');
  if (!plain.includes(':')) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

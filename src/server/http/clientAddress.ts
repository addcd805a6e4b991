import type { IncomingMessage } from 'node:http';
import proxyaddr from 'proxy-addr';

/** Who sends a request, as far as this server can know. */
export interface Clients {
  /** The client's address: that of the connection, unless a proxy that is trusted says otherwise. */
  address(request: IncomingMessage): string;
  /** Whether an address is that of a proxy that is trusted. */
  isTrusted(address: string | undefined): boolean;
}

/** @param trusted addresses and networks (CIDR) of proxies that say in X-Forwarded-For who asks */
export function clients(trusted: readonly string[]): Clients {
  const isTrusted = proxyaddr.compile([...trusted]);
  return {
    address: (request) => (request.socket.remoteAddress ? proxyaddr(request, isTrusted) : ''),
    isTrusted: (address) => address !== undefined && isTrusted(address, 0),
  };
}

/** What limits count as one: an IPv4 address, or the /64 of an IPv6 address, since one client has all of it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

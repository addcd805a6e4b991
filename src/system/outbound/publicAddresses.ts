import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { Failure } from './Failure.ts';

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

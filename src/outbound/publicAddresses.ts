import dns from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { Failure } from './Failure.ts';

/** Loopback, private, link-local, shared, multicast and reserved addresses, and those that stand for an IPv4 address. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ...([
    ['::', 96],
    ['64:ff9b::', 32],
    ['2002::', 16],
    ['fc00::', 7],
    ['fe80::', 9],
    ['ff00::', 8],
  ] as const),
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

const isPrivate = (address: string) => PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

const inside = (hostname: string) =>
  new Failure(`${hostname} is an address of a private network, where nothing is asked for`, 'never');

/** Looks names up, and gives only what is in no private network: what is connected to is what was looked at. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const open = addresses.filter(({ address }) => !isPrivate(address));
    const [first] = open;
    if (!first) return callback(inside(hostname), '');
    return options.all ? callback(null, open) : callback(null, first.address, first.family);
  });
};

/**
 * Looks at an address before it is asked for: a number is never looked up, and what goes through a proxy is looked up there.
 * @throws Failure where it is in a private network
 */
export async function refusePrivate({ hostname }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) {
    if (isPrivate(host)) throw inside(host);
    return;
  }
  const found = await promisify(dns.lookup)(host, { all: true }).catch(() => []);
  if (found.length > 0 && found.every(({ address }) => isPrivate(address))) throw inside(host);
}

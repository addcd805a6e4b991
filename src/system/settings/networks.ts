import proxyaddr from 'proxy-addr';

/** True if all are addresses or networks (CIDR), as in TRUST_PROXY. */
export function areNetworks(given: readonly string[]): boolean {
  if (!given.every((each) => /^[\da-f.:]+(?:\/\d+)?$/i.test(each))) return false;
  try {
    proxyaddr.compile([...given]);
    return true;
  } catch {
    return false;
  }
}

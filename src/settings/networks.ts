import proxyaddr from 'proxy-addr';

/** Whether these are addresses and networks (CIDR), as TRUST_PROXY takes them. */
export function areNetworks(given: readonly string[]): boolean {
  if (!given.every((each) => /^[\da-f.:]+(?:\/\d+)?$/i.test(each))) return false;
  try {
    proxyaddr.compile([...given]);
    return true;
  } catch {
    return false;
  }
}

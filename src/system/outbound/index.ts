/** Requests to other systems: through the usual proxies, and not into private networks unless somebody has named the host. */
export { Failure, type Patience } from './Failure.ts';
export { codeOf, failureOf, retryAfterOf } from './failures.ts';
export { proxyAgent } from './proxyAgent.ts';
export { publicLookup, refusePrivate } from './publicAddresses.ts';

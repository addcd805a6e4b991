import { type AddressInfo, createServer, type Server } from 'node:net';
import { type Environment, EnvironmentError } from '../../system/settings/env.ts';

type Address = Pick<Environment, 'host' | 'port'>;
type Refusal = (address: Address, error: NodeJS.ErrnoException) => string;

/**
 * Starts to listen. Gives the port.
 *
 * @param refusal words for an address that cannot be used. @default those for HOST and PORT
 * @throws EnvironmentError if the address cannot be used
 */
export function listen(server: Server, address: Address, refusal: Refusal = refusalOfPort): Promise<number> {
  return new Promise((resolve, reject) => {
    function refuse(error: NodeJS.ErrnoException): void {
      reject(new EnvironmentError(refusal(address, error)));
    }
    server.once('error', refuse);
    server.listen(address, () => {
      server.off('error', refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function refusalOfPort({ host, port }: Address, { code }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') {
    return `PORT ${port} is taken by another program${host ? ` on ${host}` : ''}. Example: PORT=${port + 1}`;
  }
  if (code === 'EACCES') return `PORT ${port} may not be used by this user. Example: PORT=3000`;
  return `HOST ${host} is no address of this machine (${code}). Example: HOST=127.0.0.1`;
}

/** Words for METRICS_LISTEN. */
export function refusalOfMetrics({ host, port }: Address, { code }: NodeJS.ErrnoException): string {
  const why =
    code === 'EADDRINUSE'
      ? 'a port that PORT or another program has taken'
      : code === 'EACCES'
        ? 'a port that this user may not use'
        : `no address of this machine (${code})`;
  return `METRICS_LISTEN is ${host}:${port}, ${why}. Example: METRICS_LISTEN=127.0.0.1:9464`;
}

/** Why the server could not listen now; undefined if it could. */
export async function listenProblem({ metrics, ...address }: Address & Pick<Environment, 'metrics'>) {
  const servers = [createServer(), createServer()] as const;
  try {
    await listen(servers[0], address);
    if (metrics) await listen(servers[1], metrics, refusalOfMetrics);
    return undefined;
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  } finally {
    for (const server of servers) server.close();
  }
}
